"use strict";
// A click on a heading sorts the rows of its table, numbers by their value.
function keyOf(row, column) {
  const cell = row.children[column];
  return cell.dataset.sort === undefined ? cell.textContent : Number(cell.dataset.sort);
}

function compare(one, other) {
  return typeof one === "number" && typeof other === "number" ? one - other : String(one).localeCompare(String(other));
}

for (const button of document.querySelectorAll("table.sorted th button")) {
  button.addEventListener("click", () => {
    const head = button.parentElement, body = head.closest("table").tBodies[0];
    const column = [...head.parentElement.children].indexOf(head);
    const rows = [...body.rows];
    const isNumber = typeof keyOf(rows[0], column) === "number";
    const before = head.getAttribute("aria-sort");
    const falling = before ? before === "ascending" : isNumber;
    for (const other of head.parentElement.children) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", falling ? "descending" : "ascending");
    rows.sort((one, other) => (falling ? -1 : 1) * compare(keyOf(one, column), keyOf(other, column)));
    body.append(...rows);
  });
}
