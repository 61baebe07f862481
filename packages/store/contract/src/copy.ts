export { copyStore } from './copy/copy-store.js'
export type { CopiedSpace, CopyOptions, CopyProgress, CopyReport } from './copy/job.js'
