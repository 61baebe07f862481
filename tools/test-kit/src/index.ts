export { casesOf } from './cases.js'
export { linesOf, runCheck, startClient, type ClientProcess } from './client-processes.js'
export { temporaryFolder } from './temporary-folder.js'
export { emulatePlatform, replaceFileFunctions } from './emulated-system.js'
export { postgresPrograms, startPostgres, startReplica, type PostgresServer } from './postgres-server.js'
export { repositoryRoot, sharedFile } from './shared-file.js'
export { playServices, startServices, type PlayedRequest } from './played-services.js'
export { isRunning, playedModel, writeModelFile } from './played-model.js'
export { preferring, startReranker } from './played-reranker.js'
export { runProcess, type ProcessResult } from './run-process.js'
export { startServer } from './loopback-server.js'
export { serve, type Answer, type LoopbackServer, type ServedRequest, type TlsIdentity } from './serve.js'
export {
  answerJson,
  answerText,
  cutChunk,
  cutLength,
  drip,
  endlessBody,
  gzipBomb,
  inTurn,
  redirectTo,
  reset,
  silence,
  stall,
  type AnswerHead,
} from './server-answers.js'
export { expired, otherHost, selfSigned } from './test-certificates.js'
