import { jsonSchemaOf } from '@recallite/core/tools'
import { schemaTable, type ReferenceSchema } from '../../render/testing/schema-table.js'
import { searchRequest } from '../search-request.js'

/**
 * The fields of answers, by the route. An item of a list is written with `[]`. Each object may have further fields; `rest.test.ts` compares
 * these with what is answered.
 */
export const answerFields = {
  'POST /v1/search': `
    answer.query: the query as it was sent
    answer.searched: scope, project and roots: the memory that was searched
    answer.mode: hybrid, keyword, vector or none
    answer.provider, answer.model: the model that embedded the query; null without vectors
    answer.degraded: retriever and reason of what did not work
    answer.stale: whether files may have changed since they were indexed
    answer.confidence: confidence of the best result
    answer.abstained: whether results were held back because none of them is likely to answer
    answer.heldBack: number of results that were held back
    answer.results[].id, answer.results[].root, answer.results[].path: the chunk
    answer.results[].heading: the headings above it
    answer.results[].text, answer.results[].snippet: the whole chunk; the part of it that fits the query best
    answer.results[].startLine, answer.results[].endLine, answer.results[].startColumn, answer.results[].endColumn: its span; columns are null for whole lines
    answer.results[].fusedScore: orders the results of one query; not comparable across queries
    answer.results[].confidence: probability from 0 to 1 that this answers the query
    answer.results[].weak: whether its confidence is below the threshold
    roots[].name, roots[].path: the folders that the paths begin in
    noModelReason: why there is no embedding model; null if there is one, or none is wanted`,
  'POST /v1/why': `
    isIndexed, isShown: whether the note is in the index, and among the results
    verdict, advice: why in one sentence, and what to do to see it
    search, chunk: what each stage did, and what became of the note's best chunk`,
  'GET /v1/get': `
    root, path, startLine, endLine, startColumn, endColumn: the part that was read
    text, lines: its text, and the number of lines of the whole note
    links, backlinks: notes that it links to, and that link to it`,
  'GET /v1/status': `
    files, chunks, roots[].name, roots[].path, roots[].files, roots[].chunks: what is indexed
    database.path, database.bytes: the index
    scope, project: whose memory it is
    provider, model, degraded: the model in use, and what does not work
    indexing: the process that updates the index now, or null`,
  'GET /v1/health': `
    status: ok
    program.pid, program.version, program.database, program.fingerprint, program.since, program.port: the program; only with the token`,
} as const

const bodyTable = schemaTable(jsonSchemaOf(searchRequest) as ReferenceSchema)

const page = `# REST

\`recallite serve\` answers at \`http://127.0.0.1:7787\`. Every request but \`/v1/health\` needs the header \`Authorization: Bearer TOKEN\`; the
token is in \`~/.recallite/serve/token\`. A body is JSON, with the content type \`application/json\`. Fields in bold are required. An answer has
the fields that are named here, and may have others.

## \`POST /v1/search\`

Finds notes by meaning and by exact words.

${bodyTable}

{POST /v1/search}

## \`POST /v1/why\`

Says of one note, stage by stage, why a search shows it or does not. The body has the fields of a search and **\`document\`**, a string: \`path\`, \`root:path\` or the
absolute path of a file.

{POST /v1/why}

## \`GET /v1/get?place=PLACE\`

Reads a note or a part of it. **\`place\`** is \`[root:]path[:from[-to]]\`: lines or \`line:column\`, both ends included.

{GET /v1/get}

## \`GET /v1/status\`

Says what is indexed and which parts work. The answer is that of \`recallite status --json\` ([schema](schemas/status.schema.json)), with:

{GET /v1/status}

## \`GET /v1/health\`

Says whether the program answers.

{GET /v1/health}

## Refusals

A refusal is \`{"error": {"code", "message"}}\` with one of these statuses:

| status | reason |
|---|---|
| 400 | the request was not understood |
| 401 | the token is missing or wrong |
| 403 | the request names another host or comes from a page of another origin |
| 404 | the index has no such note, or the program no such address |
| 405 | the address does not take this method |
| 409 | several roots have a note of this path |
| 413 | the request is larger than 1 MB |
| 415 | the body is not sent with the content type application/json |
| 500 | the program failed |
| 503 | another process holds the index |
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
