/** To be written. */
export function HealthView() {
  return null
}
