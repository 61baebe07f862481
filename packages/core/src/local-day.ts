/** The day, as `2026-02-11`, on which a moment falls where this program runs. */
export function localDay(milliseconds: number): string {
  const date = new Date(milliseconds)
  return [padded(date.getFullYear(), 4), padded(date.getMonth() + 1, 2), padded(date.getDate(), 2)].join('-')
}

function padded(number: number, length: number): string {
  return String(number).padStart(length, '0')
}
