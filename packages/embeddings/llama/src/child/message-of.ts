/** The first line of what an error says, without a full stop. */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return (message.split('\n', 1)[0] ?? '').replace(/\.$/, '')
}
