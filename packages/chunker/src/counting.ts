export { countTokens } from './counting/count-tokens.js'
