const longest = 200

/** What went wrong in a session, in one line of at most 200 characters. */
export function describeTrouble({ name, message }: Error): string {
  if (name === 'ZodError') return 'A message that is no JSON-RPC message was passed over.'
  if (name === 'SyntaxError')
    return describeTrouble({ name: '', message: `A line that is no JSON was passed over: ${message}` })
  const [line = ''] = message.trimStart().split('\n')
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line
}
