export { documentKindOf, readDocumentFile } from './read-document-file.js'
export type { DocumentKind, DocumentText } from './read-document-file.js'
export type { ReadDocumentOptions, UnreadableDocument } from './read-document-file.js'
