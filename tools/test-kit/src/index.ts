export { temporaryFolder } from './temporary-folder.js'
export { repositoryRoot, sharedFile } from './shared-file.js'
export { runProcess, type ProcessResult } from './run-process.js'
