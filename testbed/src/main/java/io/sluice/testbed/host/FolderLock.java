package io.sluice.testbed.host;

import io.sluice.testbed.model.BedException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/** One holder at a time among all threads of all processes; the kernel frees it on death. */
public final class FolderLock implements AutoCloseable {
  // File locks belong to a process, so threads of this one need a lock of their own.
  private static final ConcurrentHashMap<Path, ReentrantLock> THREADS = new ConcurrentHashMap<>();

  private final ReentrantLock thread;
  private final FileChannel channel;
  private final FileLock lock;

  private FolderLock(ReentrantLock thread, FileChannel channel, FileLock lock) {
    this.thread = thread;
    this.channel = channel;
    this.lock = lock;
  }

  public static FolderLock of(Path folder) {
    Path file = folder.resolve(".lock");
    ReentrantLock thread = THREADS.computeIfAbsent(file, path -> new ReentrantLock());
    thread.lock();
    try {
      Files.createDirectories(folder);
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      share(file);
      return new FolderLock(thread, channel, channel.lock());
    } catch (IOException e) {
      thread.unlock();
      throw new BedException("can't lock " + folder + ": " + e.getMessage(), e);
    }
  }

  /** Other users must be able to take the lock too; only the owner may say so. */
  private static void share(Path file) {
    try {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
    } catch (IOException e) {
      // Made by another user, who has said so already.
    }
  }

  @Override
  public void close() {
    try (FileChannel _ = channel) {
      lock.release();
    } catch (IOException e) {
      throw new BedException("can't unlock: " + e.getMessage(), e);
    } finally {
      thread.unlock();
    }
  }
}
