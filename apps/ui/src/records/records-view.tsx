/** To be written. */
export function RecordsView() {
  return null
}
