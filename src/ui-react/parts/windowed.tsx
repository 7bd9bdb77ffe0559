import { Fragment, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useRuntime } from '../runtime.ts'
import { useController } from '../use-controller.ts'
import { useStyles } from '../use-styles.ts'

/** So many rows are drawn, or left out, at a time. */
const blockSize = 16
/** In pixels: how far beyond what is seen rows are drawn, so that scrolling and the Tab key find them there. */
const ahead = 600
/** In pixels, of a row that was never drawn, with the gap after it. */
const usual = 64

const windowedCss = '.windowed+.windowed{margin-top:8px}'

export interface WindowedProps<T> {
  readonly items: readonly T[]
  readonly draw: (item: T) => ReactNode
  /** What was asked for. Another question is another list, seen from its top at once, however far the last one was scrolled. */
  readonly question?: string | undefined
  /** The end comes into sight, and again whenever there are more items and it is still there. */
  readonly onEnd?: (() => void) | undefined
}

/** A list of which only what is near is in the page: rows out of sight cost one element for each sixteen of them. */
export function Windowed<T>({ items, draw, question, onEnd }: WindowedProps<T>) {
  useStyles(windowedCss)
  const mark = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the question, which it does not read.
  useLayoutEffect(() => {
    mark.current?.closest('.stage')?.scrollTo(0, 0)
  }, [question])
  const blocks = Array.from({ length: Math.ceil(items.length / blockSize) }, (_, block) =>
    items.slice(block * blockSize, (block + 1) * blockSize),
  )
  return (
    <>
      <div ref={mark} hidden />
      <Fragment key={question}>
        {blocks.map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a block is its place in the list.
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
  /** As high as it was when it was drawn last. */
  const [height, setHeight] = useState(items.length * usual)
  const ref = useNear((near, element) => {
    // What has the focus keeps it.
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

/** Tells when the element comes near to what is seen, and when it goes. */
function useNear(onChange: (near: boolean, element: HTMLElement) => void) {
  const { latchkey } = useRuntime()
  const embedded = useController(latchkey.options, ({ enableEmbedded }) => enableEmbedded)
  const ref = useRef<HTMLDivElement>(null)
  const told = useRef(onChange)
  told.current = onChange
  useEffect(() => {
    const element = ref.current
    if (!element) return
    // In the page it is the page that scrolls.
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
