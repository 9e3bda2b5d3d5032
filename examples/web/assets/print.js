// The button that prints a sheet, and the lines of a score sheet.

document.getElementById('print').addEventListener('click', () => print());
const table = document.querySelector('.score');
for (let game = 1; table && game <= 20; game += 1) {
  const row = table.tBodies[0].insertRow();
  for (const head of table.tHead.rows[0].cells) row.insertCell().textContent = head.cellIndex === 0 ? game : '';
}
