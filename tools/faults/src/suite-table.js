import { damage, singleBits } from './damage/damage.js'
import { folders } from './folders/folders.js'

/** Every suite by the words that ask for it. */
export const suites = [damage, singleBits, folders]
