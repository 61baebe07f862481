import { serveModel } from '@recallite/embeddings/process'
import { loadModel } from './child/load-model.js'
import type { LoadRequest } from './open-gguf.js'

serveModel(
  (settings) => loadModel(settings as LoadRequest),
  'Download the file again or choose another GGUF model',
)
