/** To be written. */
export function SuiteView() {
  return null
}
