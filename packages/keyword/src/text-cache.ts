/**
 * Returns a function that reads each text once. It forgets all texts when their length would exceed `maxLength`, in UTF-16 units, and
 * does not cache longer ones.
 */
export function createTextCache<Read extends object>(maxLength: number, read: (text: string) => Read) {
  const texts = new Map<string, Read>()
  let length = 0
  return (text: string): Read => {
    const cached = texts.get(text)
    if (cached) return cached
    const result = read(text)
    if (text.length > maxLength) return result
    if (length + text.length > maxLength) {
      texts.clear()
      length = 0
    }
    length += text.length
    texts.set(text, result)
    return result
  }
}
