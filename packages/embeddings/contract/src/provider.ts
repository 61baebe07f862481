export { cutText } from './prepare-text.js'
export { loadProvider, type ProviderPackage } from './load-provider.js'
export { modelUnavailable, type UnusableModel } from './errors.js'
export { applyPrompt, promptStyleOf, promptStyles, type Prompts, type PromptStyle } from './prepare-text.js'
