import { Button, IconButton } from '@/components/button'
import { Chip } from '@/components/chip'
import { Dialog } from '@/components/dialog'
import { Field, Select, Switch, TextArea, TextInput } from '@/components/field'
import { Icon } from '@/components/icon'
import { Menu, MenuItem } from '@/components/menu'
import { PutIntoProject } from '@/components/projects'
import { Empty, Failure, Skeleton } from '@/components/states'
import { Choice } from '@/components/tabs'
import { Ago } from '@/components/time'

import { Actions } from './actions'
import { ConnectionDialog, Connections, Tick } from './connections'

/** The app's own controls, for plug-ins' pages: `docs/how-to/write-a-plug-in.md` names their properties. */
export const PARTS = {
  Actions,
  Ago,
  Button,
  Chip,
  Choice,
  ConnectionDialog,
  Connections,
  Dialog,
  Empty,
  Failure,
  Field,
  Icon,
  IconButton,
  Menu,
  MenuItem,
  PutIntoProject,
  Select,
  Skeleton,
  Switch,
  TextArea,
  TextInput,
  Tick,
}
