// Written by `npm run console:icons`: whichever icons the console imports from here, by Tabler's names.
/*! Tabler Icons, https://tabler.io/icons, MIT License, Copyright (c) 2020-2026 Paweł Kuna */
import { filled, lined } from './icon.tsx'

export const IconAdjustmentsHorizontal = lined(
  'M12 6a2 2 0 1 0 4 0a2 2 0 1 0-4 0M4 6h8m4 0h4M6 12a2 2 0 1 0 4 0a2 2 0 1 0-4 0m-2 0h2m4 0h10m-5 6a2 2 0 1 0 4 0a2 2 0 1 0-4 0M4 18h11m4 0h1',
)
export const IconAlertCircle = lined('M3 12a9 9 0 1 0 18 0a9 9 0 0 0-18 0m9-4v4m0 4h.01')
export const IconAlertTriangle = lined(
  'M12 9v4m-1.637-9.409L2.257 17.125a1.914 1.914 0 0 0 1.636 2.871h16.214a1.914 1.914 0 0 0 1.636-2.87L13.637 3.59a1.914 1.914 0 0 0-3.274 0M12 16h.01',
)
export const IconArrowDown = lined('M12 5v14m6-6l-6 6m-6-6l6 6')
export const IconArrowDownRight = lined('m7 7l10 10m0-9v9H8')
export const IconArrowLeft = lined('M5 12h14M5 12l6 6m-6-6l6-6')
export const IconArrowMerge = lined(
  'm8 7l4-4l4 4',
  'M12 3v5.394A6.74 6.74 0 0 1 9 14a6.74 6.74 0 0 0-3 5.606V21m6-18v5.394A6.74 6.74 0 0 0 15 14a6.74 6.74 0 0 1 3 5.606V21',
)
export const IconArrowRight = lined('M5 12h14m-6 6l6-6m-6-6l6 6')
export const IconArrowUp = lined('M12 5v14m6-8l-6-6m-6 6l6-6')
export const IconArrowUpRight = lined('M17 7L7 17M8 7h9v9')
export const IconArrowsSort = lined('m3 9l4-4l4 4M7 5v14m14-4l-4 4l-4-4m4 4V5')
export const IconArrowsSplit = lined('M21 17h-8l-3.5-5H3m18-5h-8l-3.495 5', 'm18 10l3-3l-3-3m0 16l3-3l-3-3')
export const IconArrowsSplit2 = lined(
  'M21 17h-5.397a5 5 0 0 1-4.096-2.133l-.514-.734A5 5 0 0 0 6.897 12H3m18-5h-5.395a5 5 0 0 0-4.098 2.135l-.51.73A5 5 0 0 1 6.9 12H3',
  'm18 10l3-3l-3-3m0 16l3-3l-3-3',
)
export const IconBook = lined(
  'M3 19a9 9 0 0 1 9 0a9 9 0 0 1 9 0M3 6a9 9 0 0 1 9 0a9 9 0 0 1 9 0M3 6v13m9-13v13m9-13v13',
)
export const IconBook2 = lined('M19 4v16H7a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z', 'M19 16H7a2 2 0 0 0-2 2M9 8h6')
export const IconBookmark = lined('M18 7v14l-6-4l-6 4V7a4 4 0 0 1 4-4h4a4 4 0 0 1 4 4')
export const IconBulb = lined(
  'M3 12h1m8-9v1m8 8h1M5.6 5.6l.7.7m12.1-.7l-.7.7M9 16a5 5 0 1 1 6 0a3.5 3.5 0 0 0-1 3a2 2 0 0 1-4 0a3.5 3.5 0 0 0-1-3m.7 1h4.6',
)
export const IconChartHistogram = lined('M3 3v18h18m-1-3v3m-4-5v5m-4-8v8m-4-5v5', 'M3 11c6 0 5-5 9-5s3 5 9 5')
export const IconCheck = lined('m5 12l5 5L20 7')
export const IconChevronDown = lined('m6 9l6 6l6-6')
export const IconChevronRight = lined('m9 6l6 6l-6 6')
export const IconChevronUp = lined('m6 15l6-6l6 6')
export const IconCircle = lined('M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0')
export const IconCircleCheck = lined('M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0', 'm9 12l2 2l4-4')
export const IconCircleCheckFilled = filled(
  'M17 3.34a10 10 0 1 1-14.995 8.984L2 12l.005-.324A10 10 0 0 1 17 3.34m-1.293 5.953a1 1 0 0 0-1.32-.083l-.094.083L11 12.585l-1.293-1.292l-.094-.083a1 1 0 0 0-1.403 1.403l.083.094l2 2l.094.083a1 1 0 0 0 1.226 0l.094-.083l4-4l.083-.094a1 1 0 0 0-.083-1.32',
)
export const IconCircleDashed = lined(
  'M8.56 3.69a9 9 0 0 0-2.92 1.95M3.69 8.56A9 9 0 0 0 3 12m.69 3.44a9 9 0 0 0 1.95 2.92m2.92 1.95A9 9 0 0 0 12 21m3.44-.69a9 9 0 0 0 2.92-1.95m1.95-2.92A9 9 0 0 0 21 12m-.69-3.44a9 9 0 0 0-1.95-2.92m-2.92-1.95A9 9 0 0 0 12 3',
)
export const IconCircleDot = lined(
  'M11 12a1 1 0 1 0 2 0a1 1 0 1 0-2 0',
  'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0',
)
export const IconCircleHalf2 = lined(
  'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0m9-9v18m0-7l7-7m-7 12l8.5-8.5M12 9l4.5-4.5',
)
export const IconCircleMinus = lined('M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0m6 0h6')
export const IconCircleX = lined('M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0m7-2l4 4m0-4l-4 4')
export const IconClockExclamation = lined('M20.986 12.502a9 9 0 1 0-5.973 7.98', 'M12 7v5l3 3m4 1v3m0 3v.01')
export const IconClockX = lined('M20.926 13.15a9 9 0 1 0-7.835 7.784', 'M12 7v5l2 2m8 8l-5-5m0 5l5-5')
export const IconCopy = lined(
  'M7 9.667A2.667 2.667 0 0 1 9.667 7h8.666A2.667 2.667 0 0 1 21 9.667v8.666A2.667 2.667 0 0 1 18.333 21H9.667A2.667 2.667 0 0 1 7 18.333z',
  'M4.012 16.737A2 2 0 0 1 3 15V5c0-1.1.9-2 2-2h10c.75 0 1.158.385 1.5 1',
)
export const IconDots = lined(
  'M4 12a1 1 0 1 0 2 0a1 1 0 1 0-2 0m7 0a1 1 0 1 0 2 0a1 1 0 1 0-2 0m7 0a1 1 0 1 0 2 0a1 1 0 1 0-2 0',
)
export const IconDownload = lined('M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-2M7 11l5 5l5-5m-5-7v12')
export const IconExternalLink = lined(
  'M12 6H6a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-6m-7 1l9-9m-5 0h5v5',
)
export const IconFileImport = lined(
  'M14 3v4a1 1 0 0 0 1 1h4',
  'M5 13V5a2 2 0 0 1 2-2h7l5 5v11a2 2 0 0 1-2 2h-5.5M2 19h7m-3-3l3 3l-3 3',
)
export const IconFlask = lined('M9 3h6m-5 6h4m-4-6v6L6 20a.7.7 0 0 0 .5 1h11a.7.7 0 0 0 .5-1L14 9V3')
export const IconFolder = lined('M5 4h4l3 3h7a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2')
export const IconGitMerge = lined(
  'M5 18a2 2 0 1 0 4 0a2 2 0 1 0-4 0M5 6a2 2 0 1 0 4 0a2 2 0 1 0-4 0m10 6a2 2 0 1 0 4 0a2 2 0 1 0-4 0M7 8v8',
  'M7 8a4 4 0 0 0 4 4h4',
)
export const IconHeart = lined('M19.5 12.572L12 20l-7.5-7.428A5 5 0 1 1 12 6.006a5 5 0 1 1 7.5 6.572')
export const IconHelpCircle = lined(
  'M3 12a9 9 0 1 0 18 0a9 9 0 0 0-18 0m9 4v.01',
  'M12 13a2 2 0 0 0 .914-3.782a1.98 1.98 0 0 0-2.414.483',
)
export const IconInbox = lined(
  'M4 6a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2z',
  'M4 13h3l3 3h4l3-3h3',
)
export const IconKey = lined(
  'm16.555 3.843l3.602 3.602a2.877 2.877 0 0 1 0 4.069l-2.643 2.643a2.877 2.877 0 0 1-4.069 0l-.301-.301l-6.558 6.558a2 2 0 0 1-1.239.578L5.172 21H4a1 1 0 0 1-.993-.883L3 20v-1.172a2 2 0 0 1 .467-1.284l.119-.13L4 17h2v-2h2v-2l2.144-2.144l-.301-.301a2.877 2.877 0 0 1 0-4.069l2.643-2.643a2.877 2.877 0 0 1 4.069 0M15 9h.01',
)
export const IconKeyboard = lined(
  'M2 8a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2zm4 2v.01m4-.01v.01m4-.01v.01m4-.01v.01M6 14v.01M18 14v.01M10 14l4 .01',
)
export const IconLink = lined(
  'm9 15l6-6m-4-3l.463-.536a5 5 0 0 1 7.071 7.072L18 13m-5 5l-.397.534a5.07 5.07 0 0 1-7.127 0a4.97 4.97 0 0 1 0-7.071L6 11',
)
export const IconLogout = lined(
  'M14 8V6a2 2 0 0 0-2-2H5a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h7a2 2 0 0 0 2-2v-2',
  'M9 12h12l-3-3m0 6l3-3',
)
export const IconMessage2 = lined(
  'M8 9h8m-8 4h6m-5 5H6a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3h12a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3h-3l-3 3z',
)
export const IconMinus = lined('M5 12h14')
export const IconMoon = lined('M12 3h.393a7.5 7.5 0 0 0 7.92 12.446A9 9 0 1 1 12 2.992z')
export const IconNote = lined(
  'm13 20l7-7m-7 7v-6a1 1 0 0 1 1-1h6V6a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2z',
)
export const IconNoteOff = lined(
  'm13 20l3.505-3.505m2-2l1.501-1.501M17 13h3V6a2 2 0 0 0-2-2H8m-3.427.6C4.218 4.96 4 5.453 4 6v12a2 2 0 0 0 2 2h7v-6c0-.272.109-.519.285-.699M3 3l18 18',
)
export const IconPencil = lined('M4 20h4L18.5 9.5a2.828 2.828 0 1 0-4-4L4 16zm9.5-13.5l4 4')
export const IconPlayerPause = lined(
  'M6 6a1 1 0 0 1 1-1h2a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1zm8 0a1 1 0 0 1 1-1h2a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1h-2a1 1 0 0 1-1-1z',
)
export const IconPlayerPlay = lined('M7 4v16l13-8z')
export const IconPlayerStop = lined('M5 7a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2z')
export const IconPlus = lined('M12 5v14m-7-7h14')
export const IconProgress = lined(
  'M10 20.777a9 9 0 0 1-2.48-.969M14 3.223a9.003 9.003 0 0 1 0 17.554m-9.421-3.684a9 9 0 0 1-1.227-2.592M3.124 10.5c.16-.95.468-1.85.9-2.675l.169-.305m2.714-2.941A9 9 0 0 1 10 3.223',
)
export const IconRefresh = lined('M20 11A8.1 8.1 0 0 0 4.5 9M4 5v4h4m-4 4a8.1 8.1 0 0 0 15.5 2m.5 4v-4h-4')
export const IconRefreshAlert = lined(
  'M20 11A8.1 8.1 0 0 0 4.5 9M4 5v4h4m-4 4a8.1 8.1 0 0 0 15.5 2m.5 4v-4h-4m-4-6v3m0 3h.01',
)
export const IconRotate = lined('M19.95 11a8 8 0 1 0-.5 4m.5 5v-5h-5')
export const IconSearch = lined('M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0m18 11l-6-6')
export const IconSelector = lined('m8 9l4-4l4 4m0 6l-4 4l-4-4')
export const IconSettings = lined(
  'M10.325 4.317c.426-1.756 2.924-1.756 3.35 0a1.724 1.724 0 0 0 2.573 1.066c1.543-.94 3.31.826 2.37 2.37a1.724 1.724 0 0 0 1.065 2.572c1.756.426 1.756 2.924 0 3.35a1.724 1.724 0 0 0-1.066 2.573c.94 1.543-.826 3.31-2.37 2.37a1.724 1.724 0 0 0-2.572 1.065c-.426 1.756-2.924 1.756-3.35 0a1.724 1.724 0 0 0-2.573-1.066c-1.543.94-3.31-.826-2.37-2.37a1.724 1.724 0 0 0-1.065-2.572c-1.756-.426-1.756-2.924 0-3.35a1.724 1.724 0 0 0 1.066-2.573c-.94-1.543.826-3.31 2.37-2.37c1 .608 2.296.07 2.572-1.065',
  'M9 12a3 3 0 1 0 6 0a3 3 0 0 0-6 0',
)
export const IconTag = lined(
  'M6.5 7.5a1 1 0 1 0 2 0a1 1 0 1 0-2 0',
  'M3 6v5.172a2 2 0 0 0 .586 1.414l7.71 7.71a2.41 2.41 0 0 0 3.408 0l5.592-5.592a2.41 2.41 0 0 0 0-3.408l-7.71-7.71A2 2 0 0 0 11.172 3H6a3 3 0 0 0-3 3',
)
export const IconTicket = lined(
  'M15 5v2m0 4v2m0 4v2M5 5h14a2 2 0 0 1 2 2v3a2 2 0 0 0 0 4v3a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-3a2 2 0 0 0 0-4V7a2 2 0 0 1 2-2',
)
export const IconTrash = lined(
  'M4 7h16m-10 4v6m4-6v6M5 7l1 12a2 2 0 0 0 2 2h8a2 2 0 0 0 2-2l1-12M9 7V4a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v3',
)
export const IconUser = lined('M8 7a4 4 0 1 0 8 0a4 4 0 0 0-8 0M6 21v-2a4 4 0 0 1 4-4h4a4 4 0 0 1 4 4v2')
export const IconUserCheck = lined('M8 7a4 4 0 1 0 8 0a4 4 0 0 0-8 0M6 21v-2a4 4 0 0 1 4-4h4m1 4l2 2l4-4')
export const IconUserOff = lined(
  'M8.18 8.189a4.01 4.01 0 0 0 2.616 2.627m3.507-.545a4 4 0 1 0-5.59-5.552M6 21v-2a4 4 0 0 1 4-4h4c.412 0 .81.062 1.183.178m2.633 2.618c.12.38.184.785.184 1.204v2M3 3l18 18',
)
export const IconUserPlus = lined('M8 7a4 4 0 1 0 8 0a4 4 0 0 0-8 0m8 12h6m-3-3v6M6 21v-2a4 4 0 0 1 4-4h4')
export const IconUsers = lined(
  'M5 7a4 4 0 1 0 8 0a4 4 0 1 0-8 0M3 21v-2a4 4 0 0 1 4-4h4a4 4 0 0 1 4 4v2m1-17.87a4 4 0 0 1 0 7.75M21 21v-2a4 4 0 0 0-3-3.85',
)
export const IconX = lined('M18 6L6 18M6 6l12 12')
