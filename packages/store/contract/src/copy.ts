export { copyStore, type CopiedSpace, type CopyOptions, type CopyProgress, type CopyReport } from './copy/copy-store.js'
