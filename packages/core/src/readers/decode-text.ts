interface TextFile {
  /** Relative to its root, for the reason. */
  readonly path: string
  /** Whether the text may state its encoding, as web pages do. */
  readonly hasMarkup: boolean
}

/**
 * Decodes a text file: by its byte order mark, which stays in the text; as UTF-8; by the encoding that a web page states; else by
 * the detected one. Resolves to a reason, as a phrase, if the file is binary or its encoding is unclear.
 */
export async function decodeText(
  bytes: Uint8Array,
  file: TextFile,
): Promise<{ readonly text: string } | { readonly reason: string }> {
  const wide = decodeAs(wideEncoding(bytes), bytes)
  if (wide !== undefined && !wide.includes('\0')) return { text: wide }
  if (bytes.includes(0)) {
    return {
      reason: isLittleEndian(bytes) ? unclear('UTF-16LE', file.path) : 'binary: it contains NUL bytes',
    }
  }
  const text = decodeAs('utf-8', bytes)
  return text === undefined ? decodeOther(bytes, file) : { text }
}

function wideEncoding([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

/** Whether mainly the odd bytes are NUL, as in UTF-16 without a byte order mark. */
function isLittleEndian(bytes: Uint8Array): boolean {
  const zeros = (parity: number) => bytes.filter((byte, index) => byte === 0 && index % 2 === parity).length
  return bytes.length > 6 && zeros(1) > bytes.length * 0.3 && zeros(0) === 0
}

/** The text; undefined without an encoding, for an unknown one, and for bytes that are not valid in it. */
function decodeAs(encoding: string | undefined, bytes: Uint8Array): string | undefined {
  try {
    return encoding && new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

async function decodeOther(bytes: Uint8Array, { path, hasMarkup }: TextFile) {
  const raw = Buffer.from(bytes).toString('latin1')
  if (control.test(raw)) return { reason: 'binary: it contains control characters' }
  const { detectEncoding } = await import('./detect-encoding.js')
  const { encoding, guess } = detectEncoding(raw)
  if (encoding === 'utf-8') return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) }
  for (const candidate of [hasMarkup ? statedEncoding(raw) : undefined, encoding]) {
    const text = decodeAs(candidate, bytes)
    if (text !== undefined && !unassigned.test(text)) return { text }
  }
  return { reason: unclear(guess, path) }
}

function unclear(guess: string, path: string): string {
  const advice = `Convert it: iconv -f ${guess} -t utf-8 '${path}' > converted.txt`
  return `not UTF-8, and its encoding is unclear: perhaps ${guess}. ${advice}`
}

/** ASCII controls other than white space, which no text contains. */
const control = /[^\P{Cc}\s\x80-\x9f]/u
/** Bytes without a character in the encoding become these. */
const unassigned = /(?!\x85)[\x80-\x9f]/u

function statedEncoding(raw: string): string | undefined {
  return /(?:charset|encoding)\s*=\s*["']?([\w:-]+)/iu.exec(raw.slice(0, 2048))?.[1]
}
