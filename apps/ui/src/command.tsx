import { useSignal } from '@preact/signals'

/** A command, and a button that copies it. */
export function Command({ text }: { readonly text: string }) {
  const isCopied = useSignal(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    isCopied.value = true
  }
  return (
    <span class="command">
      <code dir="ltr">{text}</code>{' '}
      <button type="button" aria-label={`Copy ${text}`} onClick={copy}>
        {isCopied.value ? 'Copied' : 'Copy'}
      </button>
    </span>
  )
}
