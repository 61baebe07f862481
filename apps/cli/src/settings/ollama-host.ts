const usualPort = 11_434

/** The address that `OLLAMA_HOST` means, as Ollama reads it: host, port and scheme may each be missing. */
export function ollamaAddress(text: string): string {
  const written = text.trim()
  const isBare = !/^https?:\/\//i.test(written)
  const address = `${isBare ? 'http://' : ''}${written.startsWith(':') ? '127.0.0.1' : ''}${written}`
  if (!URL.canParse(address)) return text
  const url = new URL(address)
  // Servers listen on every address by this name; clients reach one on their own machine by another.
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1'
  // A port that is the scheme's usual one is dropped by URL, though it was written.
  if (isBare && url.port === '' && !/:80\/?$/.test(written)) url.port = String(usualPort)
  return url.href.replace(/\/$/, '')
}
