import { countTokens } from '@recallite/chunker'
import type { KeptSpace, Space, Store } from '@recallite/store'
import { constantTexts } from '../calibration/calibrate.js'
import { canarySentence } from '../canary.js'
import type { HeldBackend } from '../chain.js'
import type { PendingAmount } from './pending-texts.js'

/** Texts that are about to leave this machine; tokens count all of them. */
export interface Upload extends PendingAmount {
  /** The backend's name, as `openai/text-embedding-3-small`. */
  readonly name: string
  readonly host: string
  /** Constant sentences that the model is verified and calibrated with; the one that verifies it is sent before. */
  readonly constantTexts: number
}

/** What is about to be sent, and to whom. */
interface Sending {
  readonly store: Store
  readonly sameModels: Store | undefined
  readonly backend: HeldBackend
  readonly space: Space & Pick<KeptSpace, 'canary'>
  readonly isCanarySent: boolean
  readonly amount: PendingAmount
  readonly onUpload: ((upload: Upload) => void) | undefined
}

/** Announces documents with the constant texts that come with them; nothing where nothing leaves this machine. */
export async function announceUpload(sending: Sending): Promise<void> {
  const { store, sameModels, backend, space, isCanarySent, amount, onUpload } = sending
  const { name, host } = backend
  if (host === null) return
  // A space without vectors is not calibrated.
  const pairs = amount.texts > 0 || !isCanarySent ? await constantTexts({ store, sameModels }, space) : []
  const constant = [...(isCanarySent ? [canarySentence] : []), ...pairs]
  if (amount.texts + constant.length === 0) return
  const tokens = constant.reduce((sum, text) => sum + countTokens(text), amount.tokens)
  onUpload?.({ name, host, ...amount, tokens, constantTexts: constant.length })
}
