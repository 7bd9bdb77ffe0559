import type { ErrorTexts } from '../strings.ts'

const mistake = 'La página ha cometido un error. Avise a quienes la gestionan e indique este código.'
const setUp = 'La página no está preparada para esto. Avise a quienes la gestionan e indique este código.'
const networkSetUp =
  'La página no está preparada para esta red. Avise a quienes la gestionan e indique este código.'
const connectFirst = 'Para esto hace falta una billetera. Conecte una primero.'
const notUsed = 'Esta página no usa esa red. Elija una de las que muestra.'
const together = 'La billetera no puede ejecutar estos pasos juntos. Pruebe con otra billetera.'
const unusable =
  'La billetera o la red dio una respuesta que esta página no puede usar. Vuelva a intentarlo más tarde.'
const server =
  'Un servidor que esta página necesita no dio lo que se le pidió. Vuelva a intentarlo en un momento.'
const frame = 'La billetera de esta página no respondió. Vuelva a intentarlo.'
const signIn = 'Aún no se le puede pedir que inicie sesión. Conecte primero una billetera y elija una red.'
const usedEarly = 'Se usó la billetera antes de conectarla. Conéctela primero.'

/** What each error code means to a visitor. */
export const spanishErrors: ErrorTexts = {
  'caip/invalid-network-id': mistake,
  'caip/invalid-address': mistake,
  'caip/invalid-asset-id': mistake,
  'validation/invalid-input':
    'Se rechazó un campo; el mensaje dice cuál y por qué. Corrija el campo que indica el mensaje.',
  'validation/invalid-amount':
    'La cantidad no es un número decimal simple que el activo admita. Escriba cifras con un punto como máximo y no más decimales que el activo, por ejemplo 0.25.',
  'validation/invalid-address':
    'El texto no es una dirección de esta red o está mal escrito. Cópielo de nuevo de donde vino; no lo corrija a mano.',
  'validation/amount-and-receiver-required':
    'Falta la cantidad o el destinatario. Indique la cantidad y la dirección del destinatario.',
  'validation/token-required': 'No se eligió ningún token. Elija el token que quiere enviar.',
  'validation/unsupported-chain': 'Desde aquí no se puede enviar nada en esta red. Cambie a otra.',
  'validation/account-required': connectFirst,
  'validation/receiver-not-confirmed':
    'La dirección se parece a una que usted conoce, pero es otra, o nadie tiene su clave. Compare cada carácter y confírmela.',
  'validation/insufficient-balance':
    'La cuenta tiene menos que la cantidad y la comisión juntas. Envíe menos o añada fondos a la cuenta.',
  'validation/invalid-chain-id': mistake,
  'config/invalid-options': setUp,
  'config/conflicting-options': setUp,
  'config/already-created': setUp,
  'config/not-created': setUp,
  'config/no-modal': setUp,
  'config/not-built': setUp,
  'config/disposed': setUp,
  'config/peer-missing': setUp,
  'config/invalid-app-configuration': setUp,
  'config/origin-not-allowed': setUp,
  'config/invalid-project-id': setUp,
  'config/project-id-not-configured': setUp,
  'config/no-adapter': setUp,
  'config/endpoint-off': setUp,
  'config/feature-off': setUp,
  'network/not-found': notUsed,
  'network/not-requested': notUsed,
  'network/not-added':
    'La billetera no conoce la red y no se añadió. Añádala en la billetera y vuelva a cambiar.',
  'network/switch-failed':
    'Se pidió a la billetera que cambiara y sigue en otra red. Cambie la red en la propia billetera.',
  'network/invalid-chain-id':
    'El identificador de cadena de la billetera no es un número, o la billetera rechazó el que se le dio. Cambie la red en la propia billetera; si continúa, avise a quienes la hacen.',
  'network/wrong-chain':
    'La billetera no está en la cadena de la solicitud; no se envió nada. Cámbiela a la red esperada y vuelva a intentarlo.',
  'network/endpoint-mismatch': networkSetUp,
  'network/no-endpoint': networkSetUp,
  'connection/not-connected': connectFirst,
  'connection/unknown': 'La conexión terminó entretanto. Conecte la billetera de nuevo.',
  'connection/no-accounts':
    'La billetera está conectada pero no muestra ninguna cuenta de esta red. Cree o elija una en la billetera.',
  'connection/account-not-connected':
    'La cuenta no está entre las que muestra la billetera. Elíjala en la billetera o use una que esté conectada.',
  'connection/connector-not-found':
    'La billetera no está; puede que se haya desactivado. Instálela o actívela y vuelva a cargar la página.',
  'connection/provider-not-found':
    'La billetera se anunció sin proveedor. Vuelva a cargar la página; si continúa, reinstálela.',
  'connection/namespace-not-configured':
    'La billetera no está conectada para esta red. Conéctela de nuevo y permita también esta red.',
  'connection/failed':
    'No se pudo conectar la billetera. Vuelva a intentarlo; si continúa, reinicie la billetera.',
  'connection/disconnect-failed':
    'La página se desconectó, pero al menos una billetera no lo confirmó. Quite la conexión también en la billetera.',
  'connection/walletconnect-not-found':
    'La página no está preparada para WalletConnect. Elija otra billetera.',
  'connection/pairing-expired':
    'El enlace de conexión no se usó a tiempo. Empiece de nuevo y escanee el código nuevo.',
  'connection/pairing-attempts':
    'El enlace de conexión caducó y se renovó varias veces sin que se usara. Conecte de nuevo cuando tenga la billetera a mano.',
  'connection/relay-unreachable':
    'No respondió el servidor que lleva los mensajes entre la página y la billetera. Desactive los bloqueadores de contenido en esta página y vuelva a intentarlo.',
  'session/expired':
    'La conexión aún no es válida o ya no lo es, a menudo porque un reloj está mal. Revise la hora de su dispositivo y conecte de nuevo.',
  'wallet/user-rejected':
    'Usted rechazó la solicitud en la billetera. No se hizo nada; vuelva a intentarlo cuando quiera.',
  'wallet/unauthorized':
    'La billetera no permite a este sitio lo que pidió. Conéctela de nuevo y permítalo allí.',
  'wallet/disconnected':
    'La billetera no tiene conexión con ninguna cadena. Revise la red de la billetera y vuelva a intentarlo.',
  'wallet/chain-disconnected':
    'La billetera no tiene conexión con esta cadena. Cambie de red en la billetera o espere a que vuelva a estar disponible.',
  'wallet/request-pending':
    'La billetera muestra una solicitud anterior que nadie ha respondido. Ábrala y responda a la solicitud que espera allí.',
  'wallet/invalid-answer':
    'La respuesta de la billetera no se pudo entender y no se usó. Actualice la billetera.',
  'wallet/closed-during-request':
    'La billetera se desconectó con una solicitud abierta; aún puede ejecutarla. Antes de repetirla, mire en la billetera si se ejecutó.',
  'wallet/timeout':
    'La billetera no respondió a tiempo; aún puede ejecutar la solicitud. Antes de repetirla, mire en la billetera si está pendiente.',
  'wallet/request-expired':
    'Nadie respondió a la solicitud en la billetera mientras era válida. Repítala y responda en la billetera en menos de cinco minutos.',
  'wallet/answer-missed':
    'La página estuvo suspendida demasiado tiempo o perdió la conexión con la billetera, y pudo perder la respuesta. Antes de repetir la solicitud, mire en la billetera si se ejecutó.',
  'wallet/send-in-progress':
    'Una transacción anterior de la misma cuenta aún no tiene respuesta. Respóndala primero en la billetera.',
  'wallet/send-spent':
    'Esto ya se entregó a la billetera y no se entrega dos veces. Mire si se envió; si no, empiece de nuevo.',
  'wallet/fee-above-limit':
    'La comisión es más alta que la acordada, así que no se envió nada. Revise la comisión nueva o inténtelo más tarde.',
  'wallet/feature-unsupported': 'La billetera no puede hacer lo que hace falta. Actualícela o elija otra.',
  'wallet/method-unsupported':
    'La billetera no puede hacer lo que hace falta, o no se le permitió. Actualícela o elija otra.',
  'wallet/transaction-altered':
    'Lo que firmó la billetera no es lo que se le dio. No se envió nada: vuelva a intentarlo y, si continúa, avise a quienes la hacen.',
  'calls/capability-unsupported': together,
  'calls/chain-unsupported': together,
  'calls/duplicate-id': together,
  'calls/unknown-id': together,
  'calls/too-large': together,
  'calls/upgrade-rejected':
    'Usted rechazó la mejora de su cuenta que esto necesita. Acéptela en la billetera y vuelva a intentarlo.',
  'calls/not-atomic': together,
  'ledger/unavailable':
    'Este navegador no puede acceder a un Ledger. Use Chrome, Edge o Brave en un ordenador.',
  'ledger/locked': 'Su Ledger está bloqueado. Desbloquéelo y vuelva a intentarlo.',
  'ledger/wrong-app':
    'En su Ledger hay otra aplicación abierta. Abra en él la aplicación de esta red y vuelva a intentarlo.',
  'ledger/unplugged':
    'Su Ledger se desconectó. Conéctelo, desbloquéelo, abra la aplicación y vuelva a intentarlo.',
  'ledger/other-account':
    'Este Ledger tiene una cuenta distinta de la conectada. Conecte el otro Ledger, o desconecte y conecte este.',
  'ledger/blind-signing-off':
    'Su Ledger no puede mostrar los detalles de esta solicitud. Para firmarla de todos modos, active «Blind signing» en los ajustes de la aplicación del Ledger.',
  'adapter/unsupported': 'Esta billetera no puede hacerlo y no se le pidió. Use una que pueda.',
  'adapter/wallet-not-ready':
    'La billetera está instalada pero bloqueada o sin configurar. Desbloquéela y vuelva a intentarlo.',
  'adapter/load-error':
    'No se pudo cargar el código de la billetera. Revise la red y los bloqueadores de contenido, y vuelva a cargar la página.',
  'adapter/config-error':
    'La billetera rechazó la forma en que esta página la contacta. Avise a quienes gestionan la página e indique este código.',
  'adapter/connection-error':
    'La conexión con la billetera se interrumpió o nunca se estableció. Conéctela de nuevo.',
  'adapter/disconnected': 'La billetera terminó la conexión. Conéctela de nuevo.',
  'adapter/account-error':
    'No se pudo leer la cuenta de la billetera. Elija una cuenta en la billetera y vuelva a intentarlo.',
  'adapter/public-key-error':
    'No se pudo leer la clave pública de la billetera. Elija otra cuenta en la billetera o actualícela.',
  'adapter/not-connected': usedEarly,
  'adapter/send-transaction-error':
    'La billetera tomó la transacción y no pudo enviarla. Mire en la billetera qué pasó con ella y vuelva a intentarlo.',
  'adapter/sign-transaction-error': 'La billetera no pudo firmar la transacción. Vuelva a intentarlo.',
  'adapter/sign-message-error': 'La billetera no pudo firmar el mensaje. Vuelva a intentarlo.',
  'rpc/parse': unusable,
  'rpc/invalid-request': unusable,
  'rpc/method-unsupported': 'La billetera o la red no puede hacer lo que hace falta. Use otra billetera.',
  'rpc/invalid-params': unusable,
  'rpc/internal': unusable,
  'rpc/invalid-input': unusable,
  'rpc/not-found': unusable,
  'rpc/unavailable': unusable,
  'rpc/not-kept': 'El servidor de la red no guarda estos datos. Vuelva a intentarlo más tarde.',
  'rpc/refused': 'El servidor de la red rechaza esta página. Vuelva a intentarlo más tarde.',
  'rpc/transaction-rejected': 'La red no aceptó la transacción y nada se ha movido. Vuelva a intentarlo.',
  'rpc/limit-exceeded': 'La red está muy ocupada. Espere un momento y vuelva a intentarlo.',
  'rpc/version': unusable,
  'rpc/unknown': unusable,
  'rpc/invalid-response': unusable,
  'rpc/method-not-allowed': 'Esta billetera no hace lo que se le pidió. Use otra.',
  'rpc/unreachable':
    'No se pudo acceder al servidor de la red, o este rechaza las páginas web. Vuelva a intentarlo en un momento.',
  'rpc/maybe-sent':
    'Es posible que la transacción se haya enviado. Revise su actividad antes de enviarla de nuevo.',
  'rpc/invalid-value': unusable,
  'node/fee-cap-too-high':
    'La comisión máxima de la transacción está por encima de lo posible o del límite del nodo. Baje la comisión.',
  'node/fee-cap-too-low':
    'La comisión máxima de la transacción no cubre la comisión base del bloque. Súbala o espere a que baje la comisión base.',
  'node/nonce-too-high':
    'Faltan transacciones anteriores a esta. Espere a que lleguen o restablezca el historial de la cuenta en la billetera.',
  'node/nonce-too-low':
    'Ya se envió una transacción con este número; puede ser esta misma. Mire si está en la cadena antes de enviarla otra vez.',
  'node/nonce-max': 'La cuenta no puede enviar más transacciones. Use otra cuenta.',
  'node/insufficient-funds':
    'El saldo de la cuenta no cubre la cantidad y la comisión máxima. Añada fondos o envíe menos.',
  'node/intrinsic-gas-too-high':
    'El límite de gas de la transacción supera el de un bloque. Baje el límite de gas.',
  'node/intrinsic-gas-too-low':
    'El límite de gas no alcanza ni para los datos de la transacción. Súbalo, o no lo indique para que se calcule.',
  'node/transaction-type-unsupported':
    'La red no conoce este tipo de transacción. Avise a quienes gestionan la página e indique este código.',
  'node/tip-above-fee-cap':
    'La comisión de prioridad es mayor que la comisión máxima. Baje la de prioridad o suba la máxima.',
  'node/execution-reverted':
    'El contrato se detuvo con un error; el mensaje da el motivo si lo hay. Revise la función y sus argumentos. A menudo un saldo o un permiso no alcanza, o un argumento es incorrecto.',
  'node/bad-signature':
    'El nodo comprobó la firma y no es del remitente para esta transacción en esta cadena. Firme de nuevo; si continúa, la billetera firma para otra cadena u otra versión de ella.',
  'node/transaction-expired':
    'Una transacción firmada vale durante cierto número de bloques, y ya pasaron. No se envió nada. Envíela otra vez y apruébela antes en la billetera.',
  'node/transaction-failed':
    'La transacción falló o ya no puede entrar. La comisión se pagó si un bloque la tomó; nada más se ha movido.',
  'node/transaction-replaced':
    'Otra transacción ocupó su lugar, así que no puede realizarse. Mire en su billetera qué se envió en su lugar.',
  'node/transaction-unknown':
    'Ningún nodo muestra la transacción. Aún puede llegar: no la envíe de nuevo sin revisar antes el explorador.',
  'node/fee-too-low': 'La comisión es menor que la que acepta la red. Ofrezca más y envíe de nuevo.',
  'http/status': server,
  'http/timeout': server,
  'http/unreachable': server,
  'http/redirected': server,
  'http/invalid-body': server,
  'frame/load-failed':
    'No se pudo cargar la billetera de esta página. Revise los bloqueadores de contenido y vuelva a cargar la página.',
  'frame/aborted': frame,
  'frame/request-aborted': frame,
  'frame/error': frame,
  'frame/not-set': frame,
  'frame/request-timeout': frame,
  'frame/invalid-request':
    'Lo que ha introducido está incompleto o tiene otra forma. Corríjalo y vuelva a intentarlo.',
  'frame/taken':
    'Esta página ya muestra una billetera. Cierre antes el otro inicio de sesión o recargue la página.',
  'frame/failed': 'La billetera de esta página rechazó la solicitud. Vuelva a intentarlo.',
  'social/popup-failed':
    'Para entrar con un proveedor hace falta una ventana, que aquí no hay. Use el correo o una billetera.',
  'social/popup-blocked':
    'El navegador no abrió la ventana. Permita ventanas a esta página y vuelva a intentarlo.',
  'social/no-redirect':
    'La billetera no dijo dónde se inicia la sesión. Vuelva a intentarlo o entre de otra forma.',
  'social/timed-out': 'No se llegó al proveedor a tiempo. Vuelva a intentarlo.',
  'social/untrusted-origin':
    'La ventana llevó a otro sitio, así que no se tomó nada de ella. Vuelva a intentarlo.',
  'social/popup-closed': 'Cerró la ventana antes de terminar. Vuelva a intentarlo cuando quiera.',
  'frame/window-blocked':
    'No se abrió la ventana de la billetera. Permita las ventanas emergentes de esta página y vuelva a intentarlo.',
  'frame/cooldown': 'Hace un momento se le envió un correo. Espere un minuto y vuelva a intentarlo.',
  'data/balances-failed': 'No se pudo leer lo que tiene. Vuelva a intentarlo en medio minuto.',
  'data/history-failed': 'No se pudo leer la lista de sus transacciones. Inténtelo más tarde.',
  'onramp/unsupported': 'El proveedor no vende en esta red. Elija otra red u otro proveedor.',
  'onramp/invalid-link':
    'El proveedor no dio ninguna página que se pueda abrir. No se compró nada. Inténtelo de nuevo o elija otro proveedor.',
  'onramp/no-price':
    'El proveedor no dijo qué se compra con esta cantidad, así que no se puede comprar por ella. Inténtelo de nuevo o indique la cantidad en su página.',
  'onramp/amount-out-of-range': 'El proveedor no acepta esa cantidad. Elija una dentro de sus límites.',
  'onramp/timed-out':
    'El proveedor no ha informado de la compra. Si ha pagado, las monedas llegarán: revise allí sus compras antes de volver a comprar.',
  'siwx/not-enabled': 'Esta página no usa inicio de sesión.',
  'siwx/no-address': signIn,
  'siwx/no-network': signIn,
  'siwx/no-client': signIn,
  'siwx/signature-declined':
    'No se ha iniciado la sesión: no se firmó nada. Vuelva a intentarlo cuando quiera.',
  'siwx/smart-account':
    'Puede que esta página no admita este tipo de cuenta. Use otra cuenta de su billetera.',
  'siwx/initialize-failed': 'No se pudo empezar a iniciar la sesión. Vuelva a intentarlo en un momento.',
  'siwx/invalid-message':
    'Lo que se firmó no es lo que pidió esta página, así que no se ha iniciado la sesión. Vuelva a intentarlo.',
  'siwx/changed-message':
    'Lo que se firmó no es lo que pidió esta página, así que no se ha iniciado la sesión. Vuelva a intentarlo.',
  'siwx/wrong-domain':
    'Lo que se firmó no es lo que pidió esta página, así que no se ha iniciado la sesión. Vuelva a intentarlo.',
  'siwx/wrong-uri':
    'Lo que se firmó no es lo que pidió esta página, así que no se ha iniciado la sesión. Vuelva a intentarlo.',
  'siwx/wrong-chain':
    'Lo que se firmó no es lo que pidió esta página, así que no se ha iniciado la sesión. Vuelva a intentarlo.',
  'siwx/wrong-address':
    'Lo que se firmó no es lo que pidió esta página, así que no se ha iniciado la sesión. Vuelva a intentarlo.',
  'siwx/wrong-nonce':
    'Lo que se firmó no es lo que pidió esta página, así que no se ha iniciado la sesión. Vuelva a intentarlo.',
  'siwx/issued-in-future':
    'La hora del inicio de sesión no es correcta. Compruebe el reloj de este dispositivo y vuelva a intentarlo.',
  'siwx/too-old':
    'La hora del inicio de sesión no es correcta. Compruebe el reloj de este dispositivo y vuelva a intentarlo.',
  'siwx/not-yet-valid':
    'La hora del inicio de sesión no es correcta. Compruebe el reloj de este dispositivo y vuelva a intentarlo.',
  'siwx/expired':
    'La hora del inicio de sesión no es correcta. Compruebe el reloj de este dispositivo y vuelva a intentarlo.',
  'siwx/invalid-signature':
    'Lo que se firmó no es lo que pidió esta página, así que no se ha iniciado la sesión. Vuelva a intentarlo.',
  'siwx/unverifiable': 'No se pudo comprobar su inicio de sesión. Inténtelo más tarde.',
  'siwx/other-user':
    'Esta cuenta es de otro usuario. Cierre la sesión y, después, iníciela solo con esta cuenta.',
  'siwx/server-failed': 'No se pudo comprobar su inicio de sesión. Inténtelo más tarde.',
  'siwx/not-authenticated': 'No se pudo empezar a iniciar la sesión. Vuelva a intentarlo en un momento.',
  'siwx/no-message-params': 'No se pudo empezar a iniciar la sesión. Vuelva a intentarlo en un momento.',
  'siwx/verify-failed':
    'Lo que se firmó no es lo que pidió esta página, así que no se ha iniciado la sesión. Vuelva a intentarlo.',
  'siwx/siwe-failed': 'No se pudo comprobar su inicio de sesión. Inténtelo más tarde.',
  'siwx/incomplete-session': 'No se pudo empezar a iniciar la sesión. Vuelva a intentarlo en un momento.',
  'name/resolve-failed': 'No se pudo buscar el nombre. Revise cómo está escrito o inténtelo más tarde.',
  'name/needs-gateway':
    'La dirección de este nombre se guarda fuera de la red y esta página no la pide a otros servidores. Escriba la dirección.',
  'name/suggestions-failed': 'No se pudieron obtener sugerencias. Vuelva a intentarlo más tarde.',
  'name/reverse-failed': 'No se pudieron buscar los nombres de una dirección. Vuelva a intentarlo más tarde.',
  'name/register-failed': 'El nombre no se registró. Elija otro o vuelva a intentarlo más tarde.',
  'name/network-not-found': 'No hay ninguna red en la que registrar un nombre. Elija primero una red.',
  'name/connector-not-found':
    'Los nombres se registran con la billetera integrada, que no está conectada. Conéctese primero con un correo o una cuenta social.',
  'swap/gas-price-unsupported':
    'El servicio no tiene precio de gas para esta red. Cambie a una red en la que se ofrezcan intercambios.',
  'swap/unsupported': 'En esta red no se ofrecen intercambios. Cambie a una red en la que se ofrezcan.',
  'swap/no-address': 'No hay ninguna cuenta de una red EVM conectada. Conecte primero una billetera.',
  'swap/initialize-failed':
    'No se pudieron consultar los tokens que se pueden intercambiar. Vuelva a intentarlo en un momento.',
  'swap/price-failed':
    'No se pudieron cargar los precios de los tokens. El intercambio no los necesita. Compare las cantidades.',
  'swap/no-quote':
    'No hay intercambio para esta cantidad y este par. Introduzca una cantidad válida o elija otro token.',
  'swap/allowance-failed':
    'No se pudo consultar en la cadena cuánto puede tomar el servicio de intercambio. Vuelva a intentarlo en un momento.',
  'swap/approval-failed':
    'No se pudo preparar el permiso que el intercambio necesita. No se firmó nada. Vuelva a intentarlo en un momento.',
  'swap/build-failed':
    'No se pudo preparar el intercambio. No se firmó nada. Vuelva a intentarlo en un momento.',
  'swap/mismatch':
    'Lo que preparó el servicio de intercambio no es lo que se pidió. No se preguntó a su billetera. No siga con este servicio y avise a quienes gestionan la página, con este código.',
  'swap/changed':
    'El intercambio ahora daría menos o costaría más de lo que se mostró. No se preguntó a su billetera. Revise las cantidades y la comisión nuevas e intercambie.',
  'swap/shortfall':
    'El intercambio se realizó, pero llegó menos que el mínimo acordado. Guarde el hash de la transacción y avise a quienes gestionan el servicio de intercambio.',
  'permissions/not-enabled':
    'La página no está preparada para esto. Avise a quienes la administran, con este código.',
  'permissions/unsupported-namespace':
    'Las sesiones solo funcionan en redes EVM. Conecte primero una billetera EVM.',
  'permissions/invalid-request':
    'La página ha cometido un error. Avise a quienes la administran, con este código.',
  'permissions/unsupported':
    'Esta billetera no concede lo que la página necesita. Siga sin sesión o conecte otra billetera.',
  'permissions/no-response': 'La billetera no dijo qué concedió. Revise sus sesiones y vuelva a intentarlo.',
  'permissions/invalid-response':
    'No se puede saber qué concedió la billetera. Revoque la sesión en la billetera o use otra.',
  'permissions/other-grant':
    'La billetera concedió otra sesión que la que pidió la página. Revóquela en la billetera y vuelva a intentarlo.',
  'permissions/unknown': 'La sesión no es de esta cuenta. Abra de nuevo la lista.',
  'permissions/list-failed':
    'No se pudieron leer las sesiones concedidas en otros lugares. Inténtelo más tarde.',
  'permissions/revoke-failed': 'La sesión no ha terminado. Vuelva a intentarlo o termínela en la billetera.',
  'solana/connection-not-set': networkSetUp,
  'solana/no-public-key': 'La billetera no muestra ninguna clave pública. Elija una cuenta en la billetera.',
  'solana/wallet-not-connected': usedEarly,
  'solana/account-not-found':
    'La cuenta no existe en la cadena. Añada fondos a la cuenta o revise la dirección.',
  'solana/address-not-found': 'La billetera no muestra ninguna dirección. Elija una cuenta en la billetera.',
  'solana/empty-result':
    'La billetera respondió sin nada. Vuelva a intentarlo; si continúa, actualice la billetera.',
  'solana/invalid-chain-id': 'La billetera no tiene esta red. Elija una red que la billetera admita.',
  'solana/invalid-transactions': 'La respuesta de la billetera no se pudo entender. Use otra billetera.',
  'solana/version-unsupported': 'La billetera no puede firmar este tipo de transacción. Use otra billetera.',
  'flow/aborted': 'Se canceló. Empiece de nuevo cuando quiera.',
  'flow/superseded': 'Algo más reciente ocupó su lugar y continúa.',
  'internal/unexpected':
    'Ocurrió algo que nadie previó. Vuelva a intentarlo; si continúa, avise a quienes gestionan la página e indique este código.',
}
