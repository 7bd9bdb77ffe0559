import { DialogPanel, DialogTitle, Dialog as HeadlessDialog } from '@headlessui/react'
import { Dialog as MuiDialog } from '@mui/material'
import { Close, Content, Overlay, Portal, Root, Title } from '@radix-ui/react-dialog'
import { createLatchkey, type Latchkey } from 'latchkey'
import { ConnectButton, LatchkeyModal, LatchkeyProvider, useLatchkey } from 'latchkey/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Dialog as AriaDialog, Modal, ModalOverlay } from 'react-aria-components'
import { createRoot } from 'react-dom/client'
import { RemoveScroll } from 'react-remove-scroll'
import { FakeConnector, fakeFamily, network } from '../../support/fake-families.ts'

export type Library = 'radix' | 'mui' | 'headless' | 'aria' | 'native'

export interface DialogsPage {
  latchkey: Latchkey
  /** The modal's events that reached the document in the bubble phase, or the host's handlers around the modal. */
  leaked: string[]
  mount(options: {
    readonly library: Library
    /** Whether react-remove-scroll prevents the page outside of the dialog's content from scrolling. */
    readonly locked: boolean
    /** Whether the modal is rendered inside the dialog, instead of next to it. */
    readonly inside: boolean
  }): void
  unmount(): Promise<void>
}

type DialogProps = { readonly open: boolean; readonly close: () => void; readonly children: ReactNode }

const dialogs: Readonly<Record<Library, (props: DialogProps) => ReactNode>> = {
  radix: ({ open, close, children }) => (
    <Root open={open} onOpenChange={(next) => next || close()}>
      <Portal>
        <Overlay style={{ position: 'fixed', inset: 0, background: '#0008' }} />
        <Content
          aria-describedby={undefined}
          // The dialog doesn't use Radix' own trigger, so the app must return the focus.
          onCloseAutoFocus={() => document.querySelector<HTMLElement>('[data-testid=trigger]')?.focus()}
          style={{ position: 'fixed', inset: 60, background: '#fff', overflow: 'auto' }}
        >
          <Title>Check out</Title>
          {children}
          <Close>Not now</Close>
        </Content>
      </Portal>
    </Root>
  ),
  mui: ({ open, close, children }) => (
    <MuiDialog open={open} onClose={close} transitionDuration={0}>
      {children}
    </MuiDialog>
  ),
  headless: ({ open, close, children }) => (
    <HeadlessDialog open={open} onClose={close} style={{ position: 'fixed', inset: 0, background: '#0008' }}>
      <DialogPanel style={{ position: 'fixed', inset: 60, background: '#fff', overflow: 'auto' }}>
        <DialogTitle>Check out</DialogTitle>
        {children}
      </DialogPanel>
    </HeadlessDialog>
  ),
  aria: ({ open, close, children }) => (
    <ModalOverlay
      isOpen={open}
      onOpenChange={(next) => next || close()}
      isDismissable
      style={{ position: 'fixed', inset: 0, background: '#0008' }}
    >
      <Modal style={{ position: 'fixed', inset: 60, background: '#fff', overflow: 'auto' }}>
        <AriaDialog aria-label="Check out">{children}</AriaDialog>
      </Modal>
    </ModalOverlay>
  ),
  native: function Native({ open, close, children }) {
    const ref = useRef<HTMLDialogElement>(null)
    useEffect(() => {
      if (!open) return
      const dialog = ref.current
      dialog?.showModal()
      return () => dialog?.close()
    }, [open])
    return (
      <dialog ref={ref} onClose={close}>
        {open && children}
      </dialog>
    )
  },
}

/** The events that a host's dialog listens to, by React's names. */
const heard = [
  'PointerDown',
  'PointerUp',
  'PointerMove',
  'MouseDown',
  'MouseUp',
  'Click',
  'KeyDown',
  'KeyUp',
  'Input',
  'Change',
  'Wheel',
  'TouchStart',
  'TouchMove',
  'TouchEnd',
  'Focus',
  'Blur',
]

function App({ library, locked, inside }: Parameters<DialogsPage['mount']>[0]) {
  const [open, setOpen] = useState(false)
  page.latchkey = useLatchkey()
  const Dialog = dialogs[library]
  const hear = Object.fromEntries(
    heard.map((name) => [
      `on${name}`,
      ({ target }: { target: EventTarget }) => {
        if ((target as Element).getRootNode() instanceof ShadowRoot) page.leaked.push(`React ${name}`)
      },
    ]),
  )
  const content = (
    <div {...hear}>
      <p>Pay with a wallet.</p>
      <ConnectButton />
      <label>
        Note <input data-testid="note" />
      </label>
      {inside && <LatchkeyModal />}
    </div>
  )
  return (
    <>
      <button type="button" data-testid="trigger" onClick={() => setOpen(true)}>
        Check out
      </button>
      <div style={{ height: 2000 }} />
      <Dialog open={open} close={() => setOpen(false)}>
        {locked ? <RemoveScroll>{content}</RemoveScroll> : content}
      </Dialog>
      {!inside && <LatchkeyModal />}
    </>
  )
}

const domNames: Readonly<Record<string, string>> = { Focus: 'focusin', Blur: 'focusout' }
const events = heard.map((name) => domNames[name] ?? name.toLowerCase())
for (const event of events)
  document.addEventListener(event, ({ target }) => {
    if (target instanceof Element && target.matches('[data-testid=lk-host]')) page.leaked.push(event)
  })

let root: ReturnType<typeof createRoot> | undefined
const page: DialogsPage = {
  latchkey: undefined as never,
  leaked: [],
  mount(options) {
    page.leaked = []
    const wallets = [
      new FakeConnector({ id: 'walletConnect', type: 'WALLET_CONNECT' }),
      Object.assign(new FakeConnector({ id: 'app.moss', type: 'ANNOUNCED', rdns: 'app.moss' }), {
        name: 'Moss Wallet',
      }),
    ]
    const family = fakeFamily('eip155')
    root = createRoot(document.getElementById('root') as HTMLElement)
    root.render(
      <LatchkeyProvider
        create={() =>
          createLatchkey({
            networks: [network('eip155:31337', 'Anvil')] as never,
            adapters: [family.factory],
            connectors: wallets.map(({ factory }) => factory),
            enableEIP6963: false,
            enableInjected: false,
          })
        }
      >
        <App {...options} />
      </LatchkeyProvider>,
    )
  },
  async unmount() {
    const { latchkey } = page
    root?.unmount()
    await latchkey.dispose()
    localStorage.clear()
    document.body.removeAttribute('style')
  },
}
Object.assign(globalThis, { page })
