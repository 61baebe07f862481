/** To be written. */
export function NotesView() {
  return null
}
