import type { Answer } from '@recallite/test-kit'

/** A tool of a request; Codex groups tools by namespaces. */
interface Tool {
  readonly name: string
  readonly namespace?: string
}

/** A model in the wire formats of four services that calls `memory_search` once and then repeats what was found. */
export function scriptedModel(query: string, fact: string): Answer {
  return ({ path, body }, response) => {
    const format = Object.entries(formats).find(([end]) => path.split('?', 1)[0]?.endsWith(end))?.[1]
    if (!format) return void response.writeHead(404).end('{}')
    const isAnswered = format.result.test(body)
    const text = isAnswered && body.includes(fact) ? `The answer is ${fact}.` : '{"next_speaker":"user"}'
    const tool = isAnswered ? undefined : findTool(JSON.parse(body || '{}'))
    const isStream = path.includes('alt=sse') || /"stream":\s*true/u.test(body)
    response.setHeader('content-type', isStream ? 'text/event-stream' : 'application/json')
    response.end(tool ? format.call(tool, { query }, isStream) : format.say(text, isStream))
  }
}

function findTool(value: unknown, namespace?: string): Tool | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { name, type } = value as { name?: unknown; type?: unknown }
  if (typeof name === 'string' && name.endsWith('memory_search')) return { name, ...(namespace !== undefined && { namespace }) }
  const inner = type === 'namespace' && typeof name === 'string' ? name : namespace
  for (const each of Object.values(value)) {
    const found = findTool(each, inner)
    if (found) return found
  }
  return undefined
}

interface Format {
  /** What a request contains after the call. */
  readonly result: RegExp
  readonly call: (tool: Tool, input: object, isStream: boolean) => string
  readonly say: (text: string, isStream: boolean) => string
}

const event = (data: { readonly type?: string }): string =>
  `${data.type === undefined ? '' : `event: ${data.type}\n`}data: ${JSON.stringify(data)}\n\n`

/** https://platform.claude.com/docs/en/build-with-claude/streaming */
function anthropic(block: object, delta: object, reason: string): string {
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'scripted', content: [], stop_reason: null, stop_sequence: null, usage: { input_tokens: 1, output_tokens: 1 } }
  const events = [
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 1 } },
    { type: 'message_stop' },
  ]
  return events.map(event).join('')
}

/** https://platform.openai.com/docs/api-reference/responses-streaming */
function responses(item: object): string {
  const usage = { input_tokens: 1, input_tokens_details: null, output_tokens: 1, output_tokens_details: null, total_tokens: 2 }
  const events = [
    { type: 'response.created', response: { id: 'resp_1' } },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { id: 'resp_1', usage } },
  ]
  return events.map(event).join('')
}

/** https://ai.google.dev/api/generate-content */
function gemini(part: object, isStream: boolean): string {
  const answer = {
    candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  }
  return isStream ? event(answer as { type?: string }) : JSON.stringify(answer)
}

/** https://platform.openai.com/docs/api-reference/chat-streaming */
function chat(delta: object, reason: string): string {
  const choices = [{ delta: { role: 'assistant', ...delta } }, { delta: {}, finish_reason: reason }]
  const chunks = choices.map((choice) => {
    const data = { object: 'chat.completion.chunk', created: 1, model: 'scripted', choices: [{ index: 0, ...choice }] }
    return `data: ${JSON.stringify({ id: 'c', ...data })}\n\n`
  })
  return `${chunks.join('')}data: [DONE]\n\n`
}

const formats: Readonly<Record<string, Format>> = {
  '/messages': {
    result: /"tool_result"/u,
    call: ({ name }, input) =>
      anthropic({ type: 'tool_use', id: 'toolu_1', name, input: {} }, { type: 'input_json_delta', partial_json: JSON.stringify(input) }, 'tool_use'),
    say: (text) => anthropic({ type: 'text', text: '' }, { type: 'text_delta', text }, 'end_turn'),
  },
  '/responses': {
    result: /"function_call_output"/u,
    call: (tool, input) => responses({ type: 'function_call', id: 'fc_1', call_id: 'call_1', ...tool, arguments: JSON.stringify(input) }),
    say: (text) => responses({ type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text }] }),
  },
  ':streamGenerateContent': {
    result: /"functionResponse"/u,
    call: ({ name }, input, isStream) => gemini({ functionCall: { name, args: input } }, isStream),
    say: (text, isStream) => gemini({ text }, isStream),
  },
  ':generateContent': {
    result: /"functionResponse"/u,
    call: (_, __, isStream) => gemini({ text: '{"next_speaker":"user"}' }, isStream),
    say: (text, isStream) => gemini({ text }, isStream),
  },
  '/chat/completions': {
    result: /"role":\s*"tool"/u,
    call: ({ name }, input) => {
      const made = { name, arguments: JSON.stringify(input) }
      return chat({ tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: made }] }, 'tool_calls')
    },
    say: (text) => chat({ content: text }, 'stop'),
  },
}
