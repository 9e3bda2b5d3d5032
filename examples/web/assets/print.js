// The button that prints a sheet, and the lines of a score sheet.

document.getElementById('print').addEventListener('click', () => print());
const lines = document.querySelector('.score tbody');
for (let game = 1; lines && game <= 20; game += 1) {
  const row = lines.insertRow();
  for (let cell = 0; cell < 5; cell += 1) row.insertCell().textContent = cell === 0 ? game : '';
}
