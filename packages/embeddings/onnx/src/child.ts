import { serveModel } from '@recallite/embeddings/process'
import { loadModel, type LoadRequest } from './load-model.js'
import { getAgain } from './read-model-folder.js'

serveModel((settings) => loadModel(settings as LoadRequest), getAgain)
