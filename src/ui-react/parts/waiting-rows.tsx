/** Rows that are on their way, as high as those that come. */
export function WaitingRows({ count, label }: { readonly count: number; readonly label: string }) {
  return (
    <div className="list" role="status" aria-label={label}>
      {Array.from({ length: count }, (_, each) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
        <div key={each} className="row skeleton" />
      ))}
    </div>
  )
}
