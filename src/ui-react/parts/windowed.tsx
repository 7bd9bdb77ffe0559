import { Fragment, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useController } from '../hooks/use-controller.ts'
import { useStyles } from '../hooks/use-styles.ts'
import { useRuntime } from '../runtime.ts'
import css from './windowed.css?inline'

/** The number of rows that are rendered or removed together. */
const blockSize = 16
/** In pixels. Rows up to this distance from the viewport are rendered, so that scrolling and Tab reach them. */
const ahead = 600
/** In pixels. The assumed height of a row that isn't rendered yet, with the gap below. */
const usual = 64

export interface WindowedProps<T> {
  readonly items: readonly T[]
  readonly draw: (item: T) => ReactNode
  /** The search text. A new text starts a new list at its top. */
  readonly resetKey?: string | undefined
  /** Called when the end of the list comes into view. Called again if new items leave the end in view. */
  readonly onEnd?: (() => void) | undefined
}

/**
 * Shows a virtualized list: only rows near the viewport are in the DOM. All rows are in blocks of 16. One empty element replaces
 * each block that is far from the viewport.
 */
export function Windowed<T>({ items, draw, resetKey, onEnd }: WindowedProps<T>) {
  useStyles(css)
  const mark = useRef<HTMLDivElement>(null)
  const shown = useRef<string | undefined>(undefined)
  useLayoutEffect(() => {
    // A list that grows keeps its scroll position while the search text stays the same.
    if (shown.current === resetKey) return
    shown.current = resetKey
    mark.current?.closest('.stage')?.scrollTo(0, 0)
  }, [resetKey])
  const blocks = Array.from({ length: Math.ceil(items.length / blockSize) }, (_, block) =>
    items.slice(block * blockSize, (block + 1) * blockSize),
  )
  return (
    <>
      <div ref={mark} hidden />
      <Fragment key={resetKey}>
        {blocks.map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks differ only in their position.
          <Block key={index} first={index === 0} items={block} draw={draw} />
        ))}
      </Fragment>
      {onEnd && <End key={items.length} onSeen={onEnd} />}
    </>
  )
}

function Block<T>({
  first,
  items,
  draw,
}: {
  readonly first: boolean
  readonly items: readonly T[]
  readonly draw: (item: T) => ReactNode
}) {
  const [drawn, setDrawn] = useState(first)
  /** The block's height when it was last rendered. */
  const [height, setHeight] = useState(items.length * usual)
  const ref = useNear((near, element) => {
    // Keep a block that contains the focus.
    if (!near && element.matches(':focus-within')) return
    if (!near) setHeight(element.offsetHeight)
    setDrawn(near)
  })
  return (
    <div ref={ref} className="list windowed" style={drawn ? undefined : { height }}>
      {drawn && items.map(draw)}
    </div>
  )
}

function End({ onSeen }: { readonly onSeen: () => void }) {
  const ref = useNear((near) => near && onSeen())
  return <div ref={ref} />
}

/** Calls `onChange` when the element enters or leaves the area near the viewport. */
function useNear(onChange: (near: boolean, element: HTMLElement) => void) {
  const { latchkey } = useRuntime()
  const embedded = useController(latchkey.options, ({ enableEmbedded }) => enableEmbedded)
  const ref = useRef<HTMLDivElement>(null)
  const told = useRef(onChange)
  told.current = onChange
  useEffect(() => {
    const element = ref.current
    if (!element) return
    // An embedded modal scrolls with the page. In any other modal, the stage (the box around the view) scrolls.
    const root = embedded ? null : element.closest('.stage')
    const observer = new IntersectionObserver(
      (entries) => told.current(entries.at(-1)?.isIntersecting === true, element),
      { root, rootMargin: `${ahead}px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [embedded])
  return ref
}
