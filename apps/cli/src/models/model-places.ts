import type { Settings } from '../settings/settings.js'
import type { Variables } from '../settings/surroundings.js'

const huggingFace = 'https://huggingface.co'

/** Where models are, and where they come from. */
export interface ModelPlaces {
  /** The models folder; it need not be there. */
  readonly folder: string
  /** Hugging Face, or the mirror of it that `HF_ENDPOINT` names. */
  readonly endpoint: string
}

/** What settings and environment say of models. */
export function modelPlaces({ models }: Pick<Settings, 'models'>, variables: Variables): ModelPlaces {
  return { folder: models.path, endpoint: variables['HF_ENDPOINT'] || huggingFace }
}
