/** The report of an evaluation, from its data as JSON. */
export function ReportView({ text }: { readonly text: string }) {
  return <main>{text.length}</main>
}
