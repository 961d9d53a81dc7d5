import { createContext, useContext, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

import { Button, IconButton } from '@/components/button'
import { Chip } from '@/components/chip'
import { Dialog } from '@/components/dialog'
import { Field, Select, Switch, TextArea, TextInput } from '@/components/field'
import { Icon } from '@/components/icon'
import { Menu, MenuItem } from '@/components/menu'
import { Empty, Failure, Skeleton } from '@/components/states'
import { Choice } from '@/components/tabs'
import { Ago } from '@/components/time'

/** The place beside the title of a plug-in's page, once it is there. */
export const BesideTitle = createContext<HTMLElement | null>(null)

/** Shows buttons beside the title of the page. */
function Actions({ children }: { children: ReactNode }) {
  const place = useContext(BesideTitle)
  return place && createPortal(children, place)
}

/** The app's own controls, for plug-ins' pages: `docs/how-to/write-a-plug-in.md` names their properties. */
export const PARTS = {
  Actions,
  Ago,
  Button,
  Chip,
  Choice,
  Dialog,
  Empty,
  Failure,
  Field,
  Icon,
  IconButton,
  Menu,
  MenuItem,
  Select,
  Skeleton,
  Switch,
  TextArea,
  TextInput,
}
