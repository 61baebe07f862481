export { listedSecrets } from './listed-secrets.js'
export { randomTexts } from './random-texts.js'
export { unlistedSecrets, type PlantedSecret } from './unlisted-secrets.js'
