import { serveModel } from '@recallite/embeddings/process'
import { assertRuntime } from './libraries.js'
import { loadModel, type LoadRequest } from './load-model.js'
import { openInThread } from './network-thread.js'
import { getAgain } from './read-model-folder.js'

const runtime = { assertRuntime, openNetwork: openInThread }

serveModel((settings) => loadModel(settings as LoadRequest, runtime), getAgain)
