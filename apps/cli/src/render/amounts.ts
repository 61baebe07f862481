/** A number with its noun, which gets an s in the plural. */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}

/** Bytes as describeBytes, for people. */
export function describeBytes(bytes: number): string {
  const shown = bytes / 1_000_000
  return shown < 1000 ? `${shown.toFixed(1)} MB` : `${(shown / 1000).toFixed(1)} GB`
}
