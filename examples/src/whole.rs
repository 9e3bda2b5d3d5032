//! Files that are whole or not there.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes beside the file first, so that a failure leaves what was there.
pub(crate) fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<&mut File>) -> io::Result<()>,
) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut partial = tempfile::Builder::new();
    // As any other new file: whoever may read it is the user's own setting.
    #[cfg(unix)]
    partial.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut partial = partial.tempfile_in(folder)?;
    let mut buffer = BufWriter::new(partial.as_file_mut());
    write(&mut buffer)?;
    buffer.flush()?;
    drop(buffer);
    partial.as_file().sync_all()?;
    partial.persist(path)?;
    Ok(())
}
