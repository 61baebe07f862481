export { commandReference } from './command-reference.js'
export { recordingIo } from './recording-io.js'
