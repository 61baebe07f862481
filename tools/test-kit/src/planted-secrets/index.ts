export { listedSecrets } from './listed-secrets.js'
export { randomTexts } from './random-texts.js'
export { unseenSecrets } from './unseen-secrets.js'
export { unlistedSecrets, type PlantedSecret } from './unlisted-secrets.js'
