package io.sluice.api.wire;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks an enum that travels as part of a custom resource: a value that only a newer peer knows
 * reads as absent instead of failing the whole list.
 */
@JacksonAnnotationsInside
@JsonDeserialize(using = LenientEnum.class)
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface WireEnum {}
