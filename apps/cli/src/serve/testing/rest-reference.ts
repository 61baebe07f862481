import { schemaTable, type ReferenceSchema } from '../../render/testing/schema-table.js'

const opening = `# REST

Made from the description of the API, which \`recallite serve\` answers as OpenAPI 3.1 at \`/openapi.json\`. The address is \`http://127.0.0.1:7787\`.
Every request but \`/v1/health\` needs the header \`Authorization: Bearer TOKEN\`; the token is in \`~/.recallite/serve/token\`. A body is JSON.
Fields in bold have to be given. An answer may have further fields; those in bold are always there.
`

interface Content {
  readonly 'application/json': { readonly schema: ReferenceSchema }
}

interface Operation {
  readonly summary: string
  readonly parameters?: readonly { readonly name: string; readonly description: string }[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content: Content }>>
}

/** What the reference reads of an OpenAPI document. */
export interface ReferenceApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

/** Every request of the API as a page of Markdown. */
export function restReference({ paths }: ReferenceApi): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      section(`${method.toUpperCase()} ${path}`, operation),
    ),
  )
  const refusals = Object.entries(paths['/v1/search']?.['post']?.responses ?? {}).filter(
    ([status]) => status !== '200',
  )
  const rows = refusals.map(([status, { description }]) => `| ${status} | ${description} |`)
  const table = ['| status | reason |', '|---|---|', ...rows].join('\n')
  const failures = `## Refusals\n\nA refusal is \`{"error": {"code", "message"}}\` with one of these statuses:\n\n${table}`
  return `${[opening, ...operations, failures].join('\n')}\n`
}

function section(title: string, { summary, parameters = [], requestBody, responses }: Operation): string {
  const answer = responses['200']?.content['application/json'].schema
  const parts = [
    `## \`${title}\``,
    `${summary}.`,
    ...parameters.map(({ name, description }) => `Parameter **\`${name}\`**: ${description}.`),
    ...(requestBody ? [`Body:`, schemaTable(requestBody.content['application/json'].schema)] : []),
    ...(answer?.properties ? ['Answer:', schemaTable(answer)] : []),
  ]
  return `${parts.join('\n\n')}\n`
}
