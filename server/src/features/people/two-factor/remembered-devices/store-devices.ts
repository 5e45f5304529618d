/** Operations for the sign-in feature, which issues and reads the cookies of remembered devices. */
export {
  deleteDevice,
  deleteDevicesOf,
  deleteExpiredDevices,
  findDevice,
  insertDevice,
  listDevices,
  lockDevice,
  recordDeviceUse,
} from './repository.ts';
