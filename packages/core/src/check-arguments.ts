import { nearestName } from '@recallite/keyword/spelling'
import { type ListRequest, recordOrigins, type SessionsRequest } from '@recallite/store/records'
import { invalidOption } from './errors.js'
import type { GetAllOptions } from './get/get.js'
import type { IndexOptions, OptimiseOptions } from './indexer/memory-indexer.js'
import type { Memory, MemoryOptions, MemorySearchOptions } from './memory.js'
import type { RecallOptions, RecordMemory, RememberOptions } from './records/record-memory.js'
import type { WatchOptions } from './watch/watch.js'

const isText = (value: unknown) => typeof value === 'string'
const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** By type: a description of the values, and the test. */
const types = {
  text: ['a string', isText],
  texts: ['a list of strings', (value: unknown) => Array.isArray(value) && value.every(isText)],
  number: ['a number', (value: unknown) => typeof value === 'number'],
  flag: ['true or false', (value: unknown) => typeof value === 'boolean'],
  callback: ['a function', (value: unknown) => typeof value === 'function'],
  object: ['an object', isObject],
  place: ['a string or { path, from, lines }', (value: unknown) => isText(value) || isObject(value)],
  /** Checked where it is used. */
  any: ['', () => true],
} as const satisfies Readonly<Record<string, readonly [string, (value: unknown) => boolean]>>

type Type = keyof typeof types

/** The types of options by their name. */
type OptionTypes = ReadonlyMap<string, Type>

/** A parameter of a method: its name, and its type or those of its options. */
type Parameter = readonly [name: string, type: Type | OptionTypes]

const searchTypes = optionTypes<MemorySearchOptions>()({
  texts: 'kinds roots paths headings where phrases origins',
  text: 'since until thresholdOn matchMode textNormalization freshness',
  number:
    'limit threshold vectorWeight textWeight rrfK candidateMultiplier candidates perDocument recency rerankCandidates rerankDeadline',
  flag: 'strict rrfNormalize mergeDuplicates time status completeScores correctSpelling rerank',
  object: 'filter conditions weights signal',
  callback: 'parseQuery',
  any: 'fusion',
})
const recallTypes = optionTypes<RecallOptions>()({
  text: 'collection session mode',
  texts: 'tags origins',
  number: 'limit minConfidence threshold at',
  flag: 'includeSuperseded time',
  object: 'spatial boost decay signal',
  any: 'filter fusion asOf',
})
const rememberTypes = optionTypes<RememberOptions>()({
  flag: 'allowDuplicate',
  any: 'collection session summary context tags scopeFiles scopeEntities confidence occurredAt expiresAt origin client',
})
const indexTypes = optionTypes<IndexOptions>()({
  number: 'wait',
  object: 'signal batch',
  callback: 'onProgress onEstimate onUpload onWait',
})
const memoryTypes = optionTypes<MemoryOptions>()({
  object: 'store records recall scope reranker chunking',
  any: 'sources models retrievers',
  callback: 'backendOf now sleep',
  text: 'noModelReason freshness',
  number: 'queryDeadline keepUnusedVectors cachedAnswers modelIdle',
})
const optimiseTypes = optionTypes<OptimiseOptions>()({
  number: 'keepUnusedVectors wait',
  flag: 'sql',
  object: 'signal',
  callback: 'onWait',
})
const watchTypes = optionTypes<WatchOptions>()({
  number: 'debounce interval',
  flag: 'syncAtOnce',
  callback: 'onSync onEmbed onUpload onFailure',
})
const getAllTypes = optionTypes<GetAllOptions>()({ text: 'folder' })

const listTypes = optionTypes<ListRequest & Pick<RecallOptions, 'origins'>>()({
  text: 'collection session status after',
  texts: 'origins',
  number: 'limit',
  flag: 'isLatestFirst',
})
const sessionsTypes = optionTypes<SessionsRequest>()({
  text: 'collection after',
  number: 'limit',
  flag: 'isOpen',
})
const endTypes = optionTypes<{ readonly summary?: string }>()({ any: 'summary' })
const signalTypes = optionTypes<{ readonly signal?: AbortSignal }>()({ object: 'signal' })

/** The values of options with few. */
const choices: Readonly<Record<string, readonly string[]>> = {
  thresholdOn: ['confidence', 'fused'],
  matchMode: ['any', 'all'],
  freshness: ['before-search', 'behind-search', 'none'],
  origins: recordOrigins,
}

const queryText = ['The query', 'text'] as const
const folderList = ['The list of folders', 'texts'] as const
const rootName = ['The name of the root', 'text'] as const
const recordId = ['The id', 'text'] as const
const recordContent = ['The content', 'text'] as const
const optionsOf = (options: OptionTypes) => ['options', options] as const

type Parameters<Methods> = Partial<Record<keyof Methods, readonly Parameter[]>>

export const memoryParameters: Parameters<Memory> = {
  index: [folderList, optionsOf(indexTypes)],
  sync: [optionsOf(indexTypes)],
  plan: [folderList, optionsOf(indexTypes)],
  optimise: [optionsOf(optimiseTypes)],
  watch: [optionsOf(watchTypes)],
  search: [queryText, optionsOf(searchTypes)],
  candidates: [queryText, optionsOf(searchTypes)],
  why: [queryText, ['The path', 'text'], optionsOf(searchTypes)],
  get: [['The place', 'place']],
  getAll: [['The list of places', 'texts'], optionsOf(getAllTypes)],
  backup: [['The file', 'text']],
  listDocuments: [rootName],
  readIndexed: [['The address', 'object']],
  describeRoot: [rootName, ['The description', 'text']],
  removeRoot: [rootName],
  dropSpace: [['The space', 'object']],
}

export const recordParameters: Parameters<RecordMemory> = {
  remember: [recordContent, optionsOf(rememberTypes)],
  supersede: [recordId, recordContent, optionsOf(rememberTypes)],
  forget: [recordId],
  forgetOrigin: [['The origin', 'text']],
  get: [recordId],
  recall: [queryText, optionsOf(recallTypes)],
  list: [optionsOf(listTypes)],
  listSessions: [optionsOf(sessionsTypes)],
  endSession: [recordId, optionsOf(endTypes)],
  index: [optionsOf(signalTypes)],
}

/**
 * The methods of an object, which reject with `OPTION_INVALID` if an argument has the wrong type or an option an unknown name. Plain
 * JavaScript has no other check.
 */
export function withCheckedArguments<Methods extends object>(
  methods: Methods,
  parameters: Parameters<Methods>,
): Methods {
  const checked = { ...methods }
  for (const [name, list = []] of Object.entries<readonly Parameter[] | undefined>(parameters)) {
    const method: unknown = Reflect.get(methods, name)
    Reflect.set(checked, name, async (...given: readonly unknown[]) => {
      assertArguments(name, list, given)
      return typeof method === 'function' ? method(...given) : undefined
    })
  }
  return checked
}

/** @throws MemoryError `OPTION_INVALID` */
export function assertMemoryOptions(given: unknown): void {
  if (!isObject(given)) throw invalidOption('createMemory needs an object of options with a store.')
  assertArguments('createMemory', [optionsOf(memoryTypes)], [given])
}

function assertArguments(method: string, parameters: readonly Parameter[], given: readonly unknown[]): void {
  for (const [index, [name, type]] of parameters.entries()) {
    const value = given[index]
    if (typeof type === 'string') assertType(`${method}: ${name}`, type, value)
    else if (value !== undefined) assertOptions(method, type, value)
  }
}

function assertOptions(method: string, options: OptionTypes, given: unknown): void {
  assertType(`${method}: The last argument`, 'object', given)
  for (const [name, value] of Object.entries(given as object)) {
    if (value === undefined) continue
    const type = options.get(name)
    if (type === undefined)
      throw invalidOption(`${method}: there is no option ${name}. ${hint(name, [...options.keys()])}`)
    assertType(`${method}: ${name}`, type, value)
    const valid = choices[name]
    const wrong = valid && [value].flat().find((each) => !valid.includes(each))
    if (wrong !== undefined)
      throw invalidOption(`${method}: ${name} is ${describe(wrong)}; it must be one of ${valid?.join(', ')}.`)
  }
}

function hint(name: string, names: readonly string[]): string {
  const nearest = nearestName(name, names)
  return nearest === undefined ? `The options are: ${names.join(', ')}.` : `Did you mean ${nearest}?`
}

function assertType(what: string, type: Type, value: unknown): void {
  const [description, test] = types[type]
  if (!test(value)) throw invalidOption(`${what} is ${describe(value)}; it must be ${description}.`)
}

function describe(value: unknown): string {
  if (value === undefined) return 'missing'
  if (Array.isArray(value)) return 'another list'
  const isPlain = value === null || !['object', 'function', 'symbol', 'bigint'].includes(typeof value)
  return isPlain ? JSON.stringify(value) : `a value of type ${typeof value}`
}

type Words<Text> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text

type Missing<Options, Lists> = Exclude<keyof Options, Words<Lists[keyof Lists & Type]>>

/** Reads lists of names, separated by spaces, by their type; does not compile unless all options are listed. */
function optionTypes<Options>() {
  return <const Lists extends { readonly [Each in Type]?: string }>(
    lists: Lists & ([Missing<Options, Lists>] extends [never] ? unknown : Missing<Options, Lists>),
  ): OptionTypes =>
    new Map(
      Object.entries<string>(lists).flatMap(([type, names]) =>
        names.split(' ').map((name) => [name, type as Type] as const),
      ),
    )
}
