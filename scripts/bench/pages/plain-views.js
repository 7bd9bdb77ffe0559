// Hand-written views with the same elements as ours: the account, the send form, the swap form, the email form, and the frame of the embedded wallet.
// The benchmark checks that the numbers of visible elements are equal.
import { icon, make } from './plain-parts.js'

const ether = { name: 'Ether', amount: '10,000.000 ETH', value: '$25,000,000.00', picture: true }
const dollar = { name: 'Test Dollar', amount: '1,000,000.000 tUSD', value: '$1,000,000.00' }
const picture = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M12 2 6 12l6 3.5 6-3.5Z" fill="#8ab"/></svg>',
)}`

const opens = { 'account-button': accountView, email: emailView, sign: signView }
for (const [id, open] of Object.entries(opens))
  document.querySelector(`[data-testid=${id}]`).addEventListener('click', open)

/** The frame is in the page before the click. It has no size until its dialog opens. */
const frame = make('iframe', { src: globalThis.world.frame, id: 'wallet-frame', title: 'Wallet' })
const approval = make('dialog')
approval.append(
  header('Approve transaction', { close: () => approval.close() }),
  make('p', { className: 'quiet middle', textContent: 'Check what the wallet shows before you confirm.' }),
  frame,
)
document.body.append(approval)

function signView() {
  frame.contentWindow.postMessage({ title: 'Sign a message', origin: location.origin }, '*')
  approval.showModal()
}

/** Opens a dialog with the parts. */
function open(...parts) {
  const dialog = make('dialog')
  dialog.append(...parts)
  document.body.append(dialog)
  dialog.showModal()
  return dialog
}

/** Shows the parts in the dialog that is open. */
function show(...parts) {
  document.querySelector('dialog[open]').replaceChildren(...parts)
}

function closeAll() {
  document.querySelector('dialog[open]').remove()
}

function header(title, { back, close = closeAll, untitled = false } = {}) {
  const bar = make('header')
  bar.append(
    back ? button('round', [icon('back')], { id: 'header-back', label: 'Back', click: back }) : make('span'),
    make('h1', { textContent: title, className: untitled ? 'unseen' : '' }),
    button('round', [icon('close')], { id: 'header-close', label: 'Close', click: close }),
  )
  return bar
}

function button(kind, content, { id, label, click, disabled = false, type = 'button' } = {}) {
  const made = make('button', { className: kind, type, disabled })
  if (id) made.dataset.testid = id
  if (label) made.ariaLabel = label
  if (click) made.addEventListener('click', click)
  made.append(...content)
  return made
}

function accountView() {
  open(...accountParts())
}

function accountParts() {
  const tile = make('span', { className: 'tile avatar' })
  tile.innerHTML =
    '<svg viewBox="0 0 40 40" width="100%" height="100%" aria-hidden="true"><rect width="40" height="40" fill="hsl(250 62% 58%)"/><circle cx="17" cy="8" r="22" fill="hsl(298 68% 66%)"/><circle cx="34" cy="33" r="16" fill="hsl(200 60% 48%)"/></svg>'
  const identity = make('div', { className: 'identity' })
  identity.append(
    make('b', { textContent: 'alice.latchkey.test' }),
    button('plain', ['0xf3...b92266', icon('copy', 16)], { id: 'copy-address' }),
  )
  const features = make('div', { className: 'features' })
  features.append(
    button('', [icon('card', 22), 'Buy'], { id: 'wallet-features-onramp-button' }),
    button('', [icon('swaps', 22), 'Swap'], {
      id: 'wallet-features-swaps-button',
      click: () => show(...swapParts()),
    }),
    button('', [icon('receive', 22), 'Receive'], { id: 'wallet-features-receive-button' }),
    button('', [icon('send', 22), 'Send'], {
      id: 'wallet-features-send-button',
      click: () => show(...sendParts()),
    }),
  )
  const tabs = make('div', { className: 'tabs', role: 'tablist' })
  tabs.append(...['Tokens', 'NFTs', 'Activity'].map((name) => button('', [name])))
  const links = make('div', { className: 'middle' })
  links.append(button('plain', ['All tokens', icon('forward', 16)], { id: 'all-tokens' }))
  const explorer = make('a', { className: 'row', href: 'http://127.0.0.1/' })
  explorer.append(iconTile('out'), make('b', { textContent: 'Block explorer' }))
  const network = row({ lead: pictureTile(), name: 'Devnet One', note: 'Network', id: 'account-network' })
  const list = make('div', { className: 'list' })
  list.append(
    network,
    row({
      ...{ lead: iconTile('people'), name: 'Switch address', note: 'Dev Ethereum', tag: '2' },
      id: 'account-switch-address',
    }),
    row({ lead: iconTile('key'), name: 'alice.latchkey.test', isButton: false, id: 'account-chosen-name' }),
    explorer,
    row({ lead: iconTile('leave'), name: 'Disconnect', forward: false, id: 'disconnect-button' }),
  )
  const body = make('div', { className: 'body' })
  body.append(
    tile,
    identity,
    make('p', { className: 'balance', textContent: '$26,250,000.00' }),
    make('p', { className: 'quiet middle', textContent: ether.amount }),
    features,
    tabs,
    tokenRow(ether, 'token-ETH'),
    tokenRow(dollar, 'token-tUSD'),
    links,
    list,
  )
  return [header('Account', { untitled: true }), body]
}

function tokenRow({ name, amount, value, picture: hasPicture }, id) {
  const made = make('div', { className: 'row' })
  made.dataset.testid = id
  made.append(
    hasPicture ? pictureTile() : letterTile(name[0]),
    named(name, amount),
    make('span', { className: 'tag', textContent: value }),
  )
  return made
}

function row({ lead, name, note, tag = '', isButton = true, forward = isButton, id }) {
  const made = make(isButton ? 'button' : 'div', { className: 'row' })
  made.dataset.testid = id
  const end = make('span', { className: 'tag', textContent: tag })
  if (forward) end.append(icon('forward', 18))
  made.append(lead, named(name, note), end)
  return made
}

function named(name, note) {
  const made = make('span', { className: 'grow' })
  made.append(make('b', { textContent: name }))
  if (note) made.append(make('small', { textContent: note }))
  return made
}

function iconTile(name) {
  const made = make('span', { className: 'tile' })
  made.append(icon(name))
  return made
}

function pictureTile(size = '') {
  const made = make('span', { className: `tile ${size}` })
  made.append(make('img', { src: picture, alt: '' }))
  return made
}

function letterTile(letter) {
  return make('span', { className: 'tile', textContent: letter })
}

function back() {
  show(...accountParts())
}

function field(label, ...lines) {
  const made = make('div', { className: 'field' })
  made.append(make('label', { textContent: label }), ...lines)
  return made
}

function input(id, properties) {
  const made = make('input', { autocomplete: 'off', ...properties })
  made.dataset.testid = id
  return made
}

function lineUp(...parts) {
  const made = make('div', { className: 'line-up' })
  made.append(...parts)
  return made
}

function sendParts() {
  const form = make('form', { className: 'body' })
  form.append(
    field(
      'Amount',
      lineUp(
        input('send-amount', { className: 'big', placeholder: '0', inputMode: 'decimal' }),
        button('pick', [pictureTile('small'), 'ETH', icon('forward', 16)], { id: 'send-token' }),
      ),
      lineUp(
        make('small', { textContent: 'Available: 10,000 ETH' }),
        button('plain', ['Max'], { id: 'send-max' }),
      ),
    ),
    field('Recipient', input('send-receiver', { placeholder: 'Enter or paste an address' })),
    button('primary', ['Add amount'], { id: 'send-preview', type: 'submit', disabled: true }),
  )
  return [header('Send', { back }), form]
}

function swapParts() {
  const form = make('form', { className: 'body' })
  const result = make('output', { className: 'big', textContent: '0' })
  form.append(
    field(
      'You give',
      lineUp(
        input('swap-input-sourceToken', { className: 'big', placeholder: '0', inputMode: 'decimal' }),
        button('pick', [pictureTile('small'), 'ETH', icon('forward', 16)], { id: 'swap-pick-sourceToken' }),
      ),
      lineUp(
        make('small', { textContent: 'Available: 10,000 ETH' }),
        button('plain', ['Max'], { id: 'swap-max' }),
      ),
    ),
    button('turn', [icon('turn')], { id: 'swap-turn', label: 'Switch the two tokens' }),
    field(
      'You get',
      lineUp(result, button('pick', ['Select token', icon('forward', 16)], { id: 'swap-pick-toToken' })),
    ),
    button('primary', ['Select token'], { id: 'swap-action-button', type: 'submit', disabled: true }),
  )
  return [header('Swap', { back }), form]
}

function emailView() {
  const entry = make('label', { className: 'entry' })
  const text = input('email-input', { type: 'email', placeholder: 'Email', inputMode: 'email' })
  entry.append(icon('mail'), text)
  const form = make('form', { className: 'body' })
  form.append(
    make('p', { className: 'quiet', textContent: "We'll send you an email to log in." }),
    entry,
    button('primary', ['Continue with email'], { id: 'email-submit', type: 'submit', disabled: true }),
  )
  open(header('Email login'), form)
  text.focus()
}
