/** To be written. */
export function SearchView() {
  return null
}
