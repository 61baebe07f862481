import { jsonSchemaOf } from '@recallite/core/tools'
import { schemaTable, type ReferenceSchema } from '../../render/testing/schema-table.js'
import { recordRequests } from '../record-routes.js'
import { searchRequest } from '../search-request.js'

/**
 * The fields of answers, by route; `[]` stands for an item of a list. Objects may have more fields. `rest.test.ts` compares these with
 * answers.
 */
export const answerFields = {
  'POST /v1/search': `
    answer.query: the query as it was sent
    answer.searched: the memory that was searched: scope, project and roots
    answer.mode: hybrid, keyword, vector or none
    answer.provider, answer.model: the model that embedded the query; null without vectors
    answer.degraded: retrievers that failed, with the reason
    answer.stale: whether files may have changed since they were indexed
    answer.confidence: confidence of the best result
    answer.abstained: whether results were held back because none is likely to answer
    answer.heldBack: number of results that were held back
    answer.results[].id, answer.results[].root, answer.results[].path: the chunk
    answer.results[].heading: the headings above it
    answer.results[].text, answer.results[].snippet: the whole chunk; its part that fits the query best
    answer.results[].startLine, answer.results[].endLine, answer.results[].startColumn, answer.results[].endColumn: its span; columns are null for whole lines
    answer.results[].fusedScore: orders the results of one query; not comparable across queries
    answer.results[].confidence: probability from 0 to 1 that this answers the query
    answer.results[].weak: whether its confidence is below the threshold
    roots[].name, roots[].path: the root folders of the paths
    noModelReason: why there is no embedding model; null if there is one, or embedding is off`,
  'POST /v1/why': `
    isIndexed, isShown: whether the note is in the index, and among the results
    verdict, advice: the reason in one sentence, and how to see the note
    search, chunk: what each stage did, and what happened to the note's best chunk`,
  'GET /v1/get': `
    root, path, startLine, endLine, startColumn, endColumn: the part that was read
    text, lines: its text, and the number of lines of the whole note
    links, backlinks: the notes that it links to, and the notes that link to it`,
  'POST /v1/remember': `
    outcome: added, or duplicate if a record already contains it
    record: the stored record, or the one that it duplicates; times are milliseconds since 1970
    record.origin, record.client: api, and the client of the request or null
    duplicate: why it is a duplicate, or null
    degraded: failures after the record was stored`,
  'POST /v1/recall': `
    results[].record: the record
    results[].confidence, results[].weak: probability from 0 to 1 that it answers the query; whether that is below the threshold
    results[].score: orders the results, unless a position or a time does; 1 for the best
    confidence, abstained, heldBack: as in a search
    isReplay: whether a session was replayed, in chronological order`,
  'POST /v1/records': `
    records[].id, records[].content, records[].origin, records[].client, records[].status: the records except expired ones, earliest first
    next: \`after\` of the next request; null on the last page. With \`origins\` a page may be short or empty
    damaged: ids of records that are damaged`,
  'POST /v1/forget': `
    id, forgotten: the id, and true`,
  'GET /v1/status': `
    files, chunks, roots[].name, roots[].path, roots[].files, roots[].chunks: what is indexed
    database.path, database.bytes: the index
    scope, project: the scope of the memory
    provider, model, degraded: the model in use, and parts that do not work
    indexing: the process that updates the index now, or null`,
  'GET /v1/health': `
    status: ok
    program.pid, program.version, program.database, program.fingerprint, program.since, program.port: the program; only with the token`,
} as const

const bodyTable = bodyOf(searchRequest)

function bodyOf(schema: Parameters<typeof jsonSchemaOf>[0]): string {
  return schemaTable(jsonSchemaOf(schema) as ReferenceSchema)
}

const page = `# REST

\`recallite serve\` answers at \`http://127.0.0.1:7787\`. Every request except \`/v1/health\` needs the header \`Authorization: Bearer TOKEN\`; the
token is in \`~/.recallite/serve/token\`. A body is JSON, with the content type \`application/json\`. Fields in bold are required. Answers
may have more fields than are listed here.

## \`POST /v1/search\`

Finds notes by meaning and by exact words.

${bodyTable}

{POST /v1/search}

## \`POST /v1/why\`

Explains, stage by stage, why a search shows a note or not. The body has the fields of a search and **\`document\`**, a string: \`path\`, \`root:path\` or the
absolute path of a file.

{POST /v1/why}

## \`GET /v1/get?place=PLACE\`

Reads a note or a part of it. **\`place\`** is \`[root:]path[:from[-to]]\`: lines or \`line:column\`, both ends included.

{GET /v1/get}

## \`POST /v1/remember\`

Stores a record, unless another one of its collection already contains it. Its origin is \`api\`: a request cannot name one.

${bodyOf(recordRequests['/v1/remember'])}

{POST /v1/remember}

## \`POST /v1/recall\`

Recalls records. Without a query, a session is replayed.

${bodyOf(recordRequests['/v1/recall'])}

{POST /v1/recall}

## \`POST /v1/records\`

Lists records. The body \`{}\` lists the first 100.

${bodyOf(recordRequests['/v1/records'])}

{POST /v1/records}

## \`POST /v1/forget\`

Deletes a record permanently. The body has its **\`id\`**.

{POST /v1/forget}

## \`GET /v1/status\`

Returns what is indexed and which parts work. The answer is that of \`recallite status --json\` ([schema](schemas/status.schema.json)), with:

{GET /v1/status}

## \`GET /v1/health\`

Returns whether the program works.

{GET /v1/health}

## Refusals

A refusal is \`{"error": {"code", "message"}}\` with one of these statuses:

| status | reason |
|---|---|
| 400 | the request is invalid |
| 401 | the token is missing or wrong |
| 403 | the request names another host or comes from a page of another origin |
| 404 | there is no such note in the index, no such record, or no such path |
| 405 | the path does not support this method |
| 409 | several roots have a note with this path, or the record was superseded before |
| 413 | the request is larger than 1 MB |
| 415 | the content type is not application/json |
| 500 | the program failed |
| 503 | another process holds the index or the records, or the records are not available |
`

/** The paths of the fields of an answer. */
export function fieldsOf(route: keyof typeof answerFields): string[] {
  return rowsOf(route).flatMap(([names]) => names.split(', '))
}

/** Every request of the API as a page of Markdown. */
export function restReference(): string {
  return page.replaceAll(/^\{(.+)\}$/gmu, (_, route: keyof typeof answerFields) => {
    const rows = rowsOf(route).map(([names, meaning]) => {
      const codes = names.split(', ').map((name) => `\`${name}\``)
      return `| ${codes.join(', ')} | ${meaning} |`
    })
    return ['| answer | meaning |', '|---|---|', ...rows].join('\n')
  })
}

function rowsOf(route: keyof typeof answerFields): (readonly [names: string, meaning: string])[] {
  const lines = answerFields[route].trim().split('\n')
  return lines.map((line) => {
    const [names = '', ...meaning] = line.trim().split(': ')
    return [names, meaning.join(': ')] as const
  })
}
