/** Shows skeleton rows with the height of the rows that will replace them. */
export function WaitingRows({ count, label }: { readonly count: number; readonly label: string }) {
  return (
    <div className="list" role="status" aria-label={label}>
      {Array.from({ length: count }, (_, each) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all rows are the same.
        <div key={each} className="row skeleton" />
      ))}
    </div>
  )
}
