import { boolean, oneOf, whole } from './kinds/scalars.js'
import { nameOrPath } from './kinds/path.js'
import { record } from './kinds/collections.js'
import { secret } from './kinds/secret.js'
import { url } from './kinds/url.js'

/** The length of a provider's vectors. */
export const dimensions = whole(1, 16_384)

/** The variables that usually hold a provider's key. */
export const openaiKeys = ['OPENAI_API_KEY', 'RECALLITE_PROVIDERS_OPENAI_API_KEY']
/** The variables that usually hold a provider's key. */
export const geminiKeys = ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'RECALLITE_PROVIDERS_GEMINI_API_KEY']

/** A backend of the chain. */
export const backend = record({
  provider: {
    kind: oneOf(['local', 'openai', 'gemini', 'ollama', 'onnx']),
    isRequired: true,
    help: 'where this backend embeds',
  },
  model: { kind: nameOrPath, help: 'name of the model, or the path of its file' },
  dimensions: { kind: dimensions, help: 'length of the vectors, where the model can be asked for one' },
  baseUrl: { kind: url, help: 'address of the service' },
  documents: {
    kind: boolean,
    isUserOnly: true,
    help: 'whether documents are embedded here while the backends before this one fail; true: also if one of them is on this machine; false: never; else only if they are all hosted',
  },
  apiKey: { kind: secret([...openaiKeys, ...geminiKeys]), help: 'the variable that holds the key' },
})
