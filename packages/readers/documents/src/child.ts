import type { DocumentKind, DocumentText, ReadRequest, UnreadableDocument } from './read-document-file.js'

type Read = (bytes: Uint8Array) => Promise<DocumentText>

/** Each library is loaded only if a file needs it. */
const readers: Readonly<Record<DocumentKind, () => Promise<Read>>> = {
  pdf: async () => (await import('./read-pdf.js')).readPdf,
  docx: async () => (await import('./read-word.js')).readWord,
  pptx: async () => (await import('./read-office.js')).readSlides,
  xlsx: async () => (await import('./read-office.js')).readSheets,
}

async function read(bytes: Uint8Array, kind: DocumentKind): Promise<DocumentText | UnreadableDocument> {
  try {
    return await (
      await readers[kind]()
    )(bytes)
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error))
    if (name === 'PasswordException') return { reason: 'it is encrypted and needs a password' }
    return { reason: `it is not a readable ${kind.toUpperCase()} file: ${message}` }
  }
}

process.once('message', async (request) => {
  const { bytes, kind } = request as ReadRequest
  // The message contains a Buffer, which PDF.js rejects.
  process.send?.(await read(new Uint8Array(bytes), kind))
})
