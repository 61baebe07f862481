import { EmbeddingError } from '@recallite/embeddings'
import type { WireEntry } from './read-embeddings.js'

/** How texts are requested from servers that accept only a part of OpenAI's requests. */
export interface RequestForm {
  readonly omits: readonly ('encoding_format' | 'dimensions')[]
  /** Maximum number of texts per request. */
  readonly maxTexts: number
  /** Whether the input is a text instead of a list. */
  readonly isBare: boolean
}

interface Server {
  form: RequestForm
  /** The number of texts of the largest request that was answered. */
  answered: number
}

type Send = (input: string[], form: RequestForm) => Promise<WireEntry[]>

export const standardForm: RequestForm = { omits: [], maxTexts: Infinity, isBare: false }

/** By address and model, for the life of the process. */
const servers = new Map<string, Server>()

/** Sends texts in the form that the server accepts. After a refusal, tries simpler forms and remembers the one that works. */
export async function sendInForm(name: string, input: string[], send: Send): Promise<WireEntry[]> {
  const server = servers.get(name) ?? { form: standardForm, answered: 0 }
  servers.set(name, server)
  const { form: tried } = server
  try {
    return await sendParts(server, tried, [input, send])
  } catch (error) {
    if (!isRefusal(error)) throw error
    // Another request may have found a form by now.
    if (server.form !== tried) return sendInForm(name, input, send)
    for (const form of simplerForms(server, error.message.split('It says: ')[1] ?? '', input.length)) {
      const entries = await sendParts(server, form, [input, send]).catch(ignoreRefusal)
      if (entries) return entries
    }
    throw error
  }
}

/** One request after the other, each with as many texts as the form allows. */
async function sendParts(server: Server, form: RequestForm, [input, send]: [string[], Send]) {
  const entries: WireEntry[] = []
  for (let from = 0; from < input.length; from += form.maxTexts) {
    const part = input.slice(from, from + form.maxTexts)
    for (const { index, embedding } of await send(part, form))
      entries.push({ index: typeof index === 'number' ? index + from : -1, embedding })
    server.answered = Math.max(server.answered, part.length)
  }
  server.form = form
  return entries
}

function isRefusal(error: unknown): error is EmbeddingError {
  if (!EmbeddingError.isInstance(error) || !/\(status (?:400|413|422)\)/.test(error.message)) return false
  return error.code !== 'EMBEDDING_MODEL_UNAVAILABLE' || error.message.includes('these settings')
}

function ignoreRefusal(error: unknown): undefined {
  if (!isRefusal(error)) throw error
}

const countWords = /\b(?:batch|single|one|only|array|list|multiple|inputs|texts|items)\b/i
const lengthWords = /token|context|length|too long/i

/** The forms to try. A refusal without a stated reason does not question a form that the server has accepted. */
function simplerForms({ form, answered }: Server, reason: string, count: number): RequestForm[] {
  const fields = (['encoding_format', 'dimensions'] as const).filter((field) => !form.omits.includes(field))
  const named = fields.filter((field) => reason.includes(field))
  const isNew = answered === 0
  const omitted = named.length > 0 || isNew ? [named.length > 0 ? named : fields.slice(0, 1), fields] : []
  const forms = omitted.map((more) => ({ ...form, omits: [...form.omits, ...more] }))
  return [...forms, ...formsOfParts([form, ...forms], { answered, reason, count })]
}

function formsOfParts(
  forms: readonly RequestForm[],
  { answered, reason, count }: { answered: number; reason: string; count: number },
): RequestForm[] {
  const mayBeCount = answered < 2 || countWords.test(reason)
  if (count > 1 && (!mayBeCount || lengthWords.test(reason))) return []
  const limit = Number(/(\d+)\D*$/.exec(reason)?.[1])
  const sizes = count > 1 ? new Set([limit > 0 && limit < count ? limit : 1, 1]) : []
  const parts = [...sizes].flatMap((maxTexts) => forms.map((each) => ({ ...each, maxTexts })))
  const bare = forms.map((each) => ({ ...each, maxTexts: 1, isBare: true }))
  return answered === 0 ? [...parts, ...bare] : parts
}
